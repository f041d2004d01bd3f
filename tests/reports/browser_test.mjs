// What a person does with the report pages, done in headless Chromium: the committed pages, their index, and a page
// whose every string is hostile.
import assert from 'node:assert/strict';
import {fact, finish, launch, lowContrast, misplacedHeadings, nameless, open, sidewaysScroll, texts} from './browser.mjs';

const [hostile] = process.argv.slice(2);
const PATTERNS = 'results/desk/reports/injection/patterns.html';
const RULES = 'results/desk/reports/injection/rules.html';
const PAGES = {'patterns': PATTERNS, 'rules': RULES, 'the index': 'results/index.html', 'the hostile page': hostile};

const browser = await launch();
const number = text => parseFloat(text);
const sorted = (values, sign) => values.every((value, i) => i === 0 || sign * (value - values[i - 1]) >= 0);

// Opens a page, does something with it, and closes it.
async function on(file, use, options) {
  const {page, complaints, close} = await open(browser, file, options);
  try {
    await use(page, complaints);
  } finally {
    await close();
  }
}

// ---- Every page.

for (const [name, file] of Object.entries(PAGES)) {
  await fact(`${name}: opens`, () => on(file, async (page, complaints) => {
    await fact(`${name}: headings are in order`, async () => assert.deepEqual(await misplacedHeadings(page), []));
    await fact(`${name}: every control, region, table and figure has a name`, async () => assert.deepEqual(await nameless(page), []));
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({colorScheme});
      await fact(`${name}: text has a contrast of 4.5 or more in ${colorScheme}`, async () => assert.deepEqual(await lowContrast(page, 4.5), []));
    }
    for (const width of [1280, 360]) {
      await page.setViewportSize({width, height: 740});
      await fact(`${name}: nothing scrolls sideways but tables at ${width} pixels`, async () => assert(await sidewaysScroll(page) <= 0));
    }
    await page.emulateMedia({media: 'print'});
    await fact(`${name}: prints without controls and with every row`, async () => {
      assert.deepEqual(await texts(page.locator('select, .theme, .command button, nav, dialog')), []);
      const boxes = await page.$$eval('.scroll', all => all.map(box => [box.clientHeight + 2, box.scrollHeight]));
      assert(boxes.every(([shown, whole]) => shown >= whole));
    });
    await fact(`${name}: all that without a word on the console and without any request`, () => assert.deepEqual(complaints, []));
  }));
  await fact(`${name}: without JavaScript all text and tables are there, and no dead control`, () => on(file, async page => {
    assert.equal(await page.locator('button, select, input').count(), 0);
    assert((await texts(page.locator('main'))).join('').length > 500);
    assert((await page.locator('tbody tr > *').allTextContents()).every(text => text.trim() !== ''));
    assert.equal(await page.locator('.plot noscript p:visible').count(), await page.locator('.plot').count());
  }, {javaScriptEnabled: false}));
}

// ---- Figures.

const isDrawn = async figure => {
  const marks = await figure.locator('.canvas svg :is(path, line):not(.background, [class*=role-axis] *)').evaluateAll(
      all => all.filter(one => one.getBoundingClientRect().width + one.getBoundingClientRect().height > 1).length);
  assert(marks > 1, `${await figure.getAttribute('id')} has ${marks} marks`);
  const [inner, outer] = await figure.evaluate(
      one => ['svg', '.canvas'].map(part => one.querySelector(part).getBoundingClientRect().width));
  assert(inner > 100 && inner <= outer + 1, `${await figure.getAttribute('id')} takes ${inner} of ${outer} pixels`);
};

// The tooltip's rows, by title.
const tooltip = page => page.locator('#vg-tooltip-element.visible tr').evaluateAll(
    rows => Object.fromEntries(rows.map(row => [...row.cells].map(cell => cell.textContent))));

const isNumber = text => /^-?\d+(\.\d+)?$/.test(text);

// Some mark of the figure says whose it is, in a row titled head, arm, row or name, and a number beside that.
const answersThePointer = async (page, figure, names) => {
  await figure.locator('.canvas').scrollIntoViewIfNeeded();  // its table, opened, may be longer than the window
  let last = 'no tooltip';
  for (const mark of await figure.locator('.canvas svg :is(.mark-symbol, .mark-rect):not([class*=role-legend]) path').all()) {
    const box = await mark.boundingBox();
    if (!box) continue;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(30);
    const {head, arm, row, name, ...others} = await tooltip(page);
    const whose = [head, arm, row, name].filter(one => one !== undefined);
    if (whose.some(one => names.includes(one)) && Object.values(others).some(isNumber)) return;
    if (whose.length) last = JSON.stringify({whose, others});
  }
  assert.fail(`${await figure.getAttribute('id')}: ${last}`);
};

// What marks are of: heads and arms; on the hostile page, what the tables below its figures name.
const namesOn = async page => (await page.locator('#heads tbody th, #table tbody th, #plots tbody :is(th, td)').allTextContents()).map(text => text.replace(/\u00a0/g, ' '));

for (const [name, file] of Object.entries({patterns: PATTERNS, rules: RULES, 'the hostile page': hostile})) {
  for (const width of [360, 1280]) {
    await fact(`${name}: opens at ${width} pixels`, () => on(file, async page => {
      const figures = await page.locator('.plot').all();
      await fact(`${name}: every figure draws marks, inside its column, at ${width} pixels`, async () => {
        assert(figures.length > 0, 'there are no figures');
        for (const figure of figures) await isDrawn(figure);
      });
      if (width === 360) return;
      await fact(`${name}: every figure has its description as name, and its data as a table`, async () => {
        for (const figure of figures) {
          assert((await figure.locator('[role=img]').getAttribute('aria-label')).length > 10);
          await figure.locator('summary').click();
          await figure.locator('details tbody tr').nth(1).waitFor();  // filled when it opens
        }
        assert.deepEqual(await nameless(page), []);
        assert(await sidewaysScroll(page) <= 0);
      });
      await fact(`${name}: every figure answers the pointer with whose mark that is and a number`, async () => {
        const names = await namesOn(page);
        for (const figure of figures) await answersThePointer(page, figure, names);
      });
      await fact(`${name}: a figure saves itself as SVG and as PNG`, async () => {
        for (const type of ['SVG', 'PNG']) {
          const save = figures[0].getByRole('button', {name: type});
          const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
          assert.match(download.suggestedFilename(), new RegExp(`\\.${type.toLowerCase()}$`));
        }
      });
    }, {viewport: {width, height: 740}}));
  }
}

// ---- Sorting.

await fact('sorting orders by value, then turns round, then restores the printed order', () => on(PATTERNS, async page => {
  const header = page.locator('#heads thead th').nth(1);
  const column = async () => (await texts(page.locator('#heads tbody tr td:nth-child(2)'))).map(number);
  const printed = await column();
  assert(!sorted(printed, 1), 'the printed order is already sorted');
  for (const [state, sign] of [['ascending', 1], ['descending', -1]]) {
    await header.getByRole('button').click();
    assert.equal(await header.getAttribute('aria-sort'), state);
    assert(sorted(await column(), sign), state);
  }
  await header.getByRole('button').click();
  assert.equal(await header.getAttribute('aria-sort'), null);
  assert.deepEqual(await column(), printed);
}));

await fact('sorting puts words after numbers, whichever way', () => on(hostile, async page => {
  const column = () => texts(page.locator('#mixed tbody tr td:nth-child(2)'));
  const click = () => page.locator('#mixed thead th').nth(1).getByRole('button').click();
  await click();
  assert.deepEqual((await column()).map(text => text.replace(/\u00a0/g, ' ')), ['-20.00 %', '0', '+2.00 %', '+10.00 %', '+150.00 %', 'a failure', 'not run']);
  await click();
  assert.deepEqual((await column()).map(text => text.replace(/\u00a0/g, ' ')), ['+150.00 %', '+10.00 %', '+2.00 %', '0', '-20.00 %', 'not run', 'a failure']);
}));

await fact('words that hold numbers sort as people count', () => on(hostile, async page => {
  await page.locator('#mixed thead th').nth(0).getByRole('button').click();
  assert.deepEqual((await texts(page.locator('#mixed tbody th'))).slice(-3), ['row 9', 'row 10', 'row 11']);
}));

// ---- Filters.

const choice = (page, section, label) => page.locator(`#${section} .filters select[name=${label}]`);

await fact('the heads filter by block, and say how many rows are shown', () => on(PATTERNS, async page => {
  await choice(page, 'heads', 'block').selectOption('1.0');
  assert.deepEqual(await texts(page.locator('#heads tbody th')), ['1.0']);
  assert.match(await page.locator('#heads [role=status]').first().textContent(), /^1 of 12 rows shown/);
}));

await fact('the heads filter by arm: its column alone stays', () => on(PATTERNS, async page => {
  await choice(page, 'heads', 'arm').selectOption('causal-uniform');
  assert.deepEqual(await texts(page.locator('#heads thead th')), ['head', 'causal-uniform']);
  assert.equal((await texts(page.locator('#heads tbody tr').first().locator('td'))).length, 1);
}));

await fact('the heads filter by seed: each cell is that run, and comes back', () => on(PATTERNS, async page => {
  const cells = page.locator('#heads tbody td');
  const means = await texts(cells);
  await choice(page, 'heads', 'seed').selectOption('2');
  const ofSeed = await texts(cells);
  const expected = await page.evaluate(() => [...document.querySelectorAll('#heads tbody td')].map(cell => {
    const rows = [...document.querySelectorAll('#runs tbody tr')];
    const row = rows.find(one => cell.dataset.runs.includes(one.lastChild.dataset.runs) && one.cells[2].textContent === '2');
    return row.cells[4].textContent;
  }));
  assert.deepEqual(ofSeed, expected);
  assert.notDeepEqual(ofSeed, means);
  await page.locator('#heads thead th').nth(1).getByRole('button').click();
  assert(sorted((await texts(page.locator('#heads tbody td:nth-child(2)'))).map(number), 1), 'sorts by what it shows');
  await page.locator('#heads thead th').nth(0).getByRole('button').click();
  await choice(page, 'heads', 'seed').selectOption('');
  assert.deepEqual(await texts(cells), means);
}));

await fact('the runs filter by block, seed and arm together', () => on(PATTERNS, async page => {
  const runs = page.locator('#runs');
  const all = await runs.locator('tbody tr').count();
  await choice(page, 'runs', 'arm').selectOption('real attention');
  assert.equal((await texts(runs.locator('tbody tr'))).length, 36 + 12);  // trainings, and measures of the pattern
  await choice(page, 'runs', 'block').selectOption('1.0');
  await choice(page, 'runs', 'seed').selectOption('3');
  assert.equal((await texts(runs.locator('tbody tr'))).length, 1);
  assert.equal(await runs.locator('[role=status]').textContent(), `1 of ${all} rows shown`);
}));

// ---- The runs behind a cell.

const cellOf = (page, head, arm) => page.locator('#heads tbody tr', {has: page.getByRole('rowheader', {name: head, exact: true})}).locator('td').nth(arm).getByRole('button');

await fact('a click on a cell shows its runs, and the command that repeats them', () => on(PATTERNS, async page => {
  await cellOf(page, '1.0', 0).click();
  const dialog = page.getByRole('dialog', {name: 'real attention, head 1.0'});
  assert.deepEqual((await texts(dialog.locator('h3'))).map(text => text.split(':')[0]), ['Seed 1', 'Seed 2', 'Seed 3']);
  assert.match(await dialog.locator('dl').first().textContent(), /crossing steps.*[0-9a-f]{64}/);
  assert.equal(await dialog.locator('code').textContent(), 'bazel run //suites:injection_patterns -- --scale=desk --blocks=1.0 --seeds=1,2,3');
  assert.deepEqual(await lowContrast(page, 4.5), []);
  await dialog.getByRole('button', {name: 'Close'}).click();
  assert.equal(await page.getByRole('dialog').count(), 0);
}));

await fact('with a seed chosen, the cell shows that run alone', () => on(PATTERNS, async page => {
  await choice(page, 'heads', 'seed').selectOption('2');
  await cellOf(page, '1.0', 0).click();
  assert.equal(await page.locator('dialog h3').count(), 1);
  assert.equal(await page.locator('dialog code').textContent(), 'bazel run //suites:injection_patterns -- --scale=desk --blocks=1.0 --seeds=2');
}));

await fact('the copy button copies the command and says so', () => on(PATTERNS, async page => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await cellOf(page, '0.1', 1).click();
  await page.getByRole('dialog').getByRole('button', {name: 'Copy'}).click();
  assert.equal(await page.locator('dialog .command [role=status]').textContent(), 'Copied');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.locator('dialog code').textContent());
}));

await fact('a run that serves every block is repeated by the table\'s own command', () => on(PATTERNS, async page => {
  await choice(page, 'runs', 'arm').selectOption('baseline');
  await page.locator('#runs tbody tr:visible .cell').first().click();
  assert.equal(await page.locator('dialog code').textContent(), 'bazel run //suites:injection_patterns -- --scale=desk');
}));

// ---- The keyboard.

await fact('the keyboard alone: skip link, sorting, the runs behind a cell and back', () => on(PATTERNS, async page => {
  const focused = () => page.evaluate(() => document.activeElement.closest('[class], [id]')?.className + ' ' + document.activeElement.textContent);
  await page.keyboard.press('Tab');
  assert.match(await focused(), /Skip to the content/);
  assert(await page.locator('.skip').evaluate(one => one.getBoundingClientRect().left >= 0), 'the skip link is out of sight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert(await page.evaluate(() => document.querySelector('main').contains(document.activeElement)), 'not in the content');
  const until = async matches => {
    for (let i = 0; i < 60; ++i) {
      if (await page.evaluate(matches)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail('not reached in 60 steps');
  };
  await until(() => document.activeElement.matches('#heads thead th:nth-child(2) button'));
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#heads thead th').nth(1).getAttribute('aria-sort'), 'ascending');
  await until(() => document.activeElement.matches('#heads .cell'));
  await page.keyboard.press('Enter');
  assert.equal(await page.getByRole('dialog').count(), 1);
  assert(await page.evaluate(() => document.querySelector('dialog').contains(document.activeElement)), 'focus stays outside');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert(await page.evaluate(() => document.activeElement.matches('#heads .cell')), 'focus does not return');
}));

await fact('whatever has the focus shows it', () => on(PATTERNS, async page => {
  await page.keyboard.press('Tab');
  for (const kind of ['.theme', 'nav a', 'thead button', '.cell', 'select', '.scroll', 'summary', '.command button', 'pre[tabindex]']) {
    const outline = await page.locator(kind).first().evaluate(one => {
      one.focus();
      const style = getComputedStyle(one);
      return one.matches(':focus-visible') && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    });
    assert(outline, `${kind} does not`);
  }
}));

// ---- Light and dark.

await fact('the theme can be chosen against the system\'s, and is remembered', () => on(PATTERNS, async page => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', {name: 'Dark'}).click();
  const dark = await ground();
  assert.notEqual(dark, light);
  assert.deepEqual(await lowContrast(page, 4.5), []);
  await page.reload();
  assert.equal(await ground(), dark);
  await page.getByRole('button', {name: 'Light'}).click();
  assert.equal(await ground(), light);
}));

// ---- Hostile strings.

await fact('no hostile string becomes an element or runs', () => on(hostile, async (page, complaints) => {
  await page.locator('#heads .cell').first().click();
  await page.waitForTimeout(200);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator('img[src=x], [onerror], [onmouseover], [onfocus]').count(), 0);
  assert((await page.locator('main').textContent()).includes('<script>window.hacked = 1</script>'));
  assert.deepEqual(complaints, []);
}));

// ---- The index.

await fact('the index leads to every report, by relative links that exist', () => on(PAGES['the index'], async page => {
  const links = await page.$$eval('main a', all => all.map(one => one.getAttribute('href')));
  assert(links.length > 0 && links.every(link => !/^(\/|[a-z]+:)/.test(link)), links.join(' '));
  for (const report of ['desk/reports/injection/patterns.html', 'desk/reports/injection/rules.html']) assert(links.includes(report), report);
  await page.locator('main .claims a').first().click();
  assert.match(page.url(), /\.html#claims$/);
  assert.equal(await page.locator('#claims .badge').count() > 0, true);
}));

await browser.close();
finish();
