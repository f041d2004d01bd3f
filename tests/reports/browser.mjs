// Facts about pages, checked in headless Chromium: one line a fact, and a JUnit file for those who count.
import assert from 'node:assert/strict';
import {existsSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

const CHROMIUM = '/usr/bin/chromium';
const TIMEOUT = 30000;  // of one step, in milliseconds: machines that run tests are busy
const results = [];

// Runs the check and says whether it held; a check fails by throwing.
export async function fact(name, check) {
  const started = performance.now();
  let failure = '';
  try {
    await check();
  } catch (error) {
    failure = String(error.message ?? error);
  }
  results.push({name, failure, seconds: (performance.now() - started) / 1000});
  console.log(failure ? `FAILED  ${name}: ${failure}` : `ok      ${name}`);
}

// Writes the JUnit file and ends the program; its exit code is 1 where a fact failed.
export function finish() {
  const failed = results.filter(({failure}) => failure).length;
  const escape = text => text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, '?')
      .replace(/[<>&"]/g, c => `&#${c.charCodeAt(0)};`);
  const cases = results.map(({name, failure, seconds}) =>
      `<testcase classname="browser" name="${escape(name)}" time="${seconds.toFixed(3)}">` +
      (failure ? `<failure message="${escape(failure)}"/>` : '') + '</testcase>');
  const xml = `<testsuites><testsuite name="browser" tests="${results.length}" failures="${failed}">\n${cases.join('\n')}\n` +
      '</testsuite></testsuites>\n';
  if (process.env.XML_OUTPUT_FILE) writeFileSync(process.env.XML_OUTPUT_FILE, xml);
  console.log(`${results.length - failed} of ${results.length} facts hold`);
  process.exit(failed ? 1 : 0);
}

export async function launch() {
  if (!existsSync(CHROMIUM)) {
    console.log(`FAILED  there is no ${CHROMIUM}: run tools/setup, which installs it`);
    process.exit(1);
  }
  const require = createRequire(import.meta.url);
  const {chromium} = require(path.resolve(process.env.TEST_SRCDIR, 'web/playwright-core'));
  // As root, as in a container, Chromium refuses its sandbox; below Bazel's folder its socket's path is too long.
  const env = {...process.env, HOME: process.env.TEST_TMPDIR, TMPDIR: '/tmp'};
  return chromium.launch({executablePath: CHROMIUM, args: ['--no-sandbox'], env});
}

// Opens the file in a context of its own. `complaints` fills with what a silent page has none of.
export async function open(browser, file, options = {}) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}, ...options});
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  const complaints = [];
  page.on('console', message => complaints.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', error => complaints.push(`error: ${error.message}`));
  page.on('request', request => {
    if (!/^(file|data|blob):/.test(request.url())) complaints.push(`request: ${request.url()}`);
  });
  page.on('dialog', dialog => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  const address = 'file://' + path.resolve(file);
  await page.goto(address);
  if (options.javaScriptEnabled !== false) await page.waitForSelector('html[data-ready]', {state: 'attached'});
  return {page, complaints, close: () => context.close()};
}

// ---- What the page is asked, inside the browser.

// Visible text whose contrast with what lies behind it is below `least` (WCAG 2.1), with the ratio.
export const lowContrast = (page, least) => page.evaluate(least => {
  const parse = colour => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return {r, g, b, a};
  };
  const over = (top, below) => Object.fromEntries(
      ['r', 'g', 'b'].map(c => [c, top.a * top[c] + (1 - top.a) * below[c]]).concat([['a', 1]]));
  const luminance = ({r, g, b}) => {
    const [x, y, z] = [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = element => {
    if (!element) return {r: 255, g: 255, b: 255, a: 1};
    const own = parse(getComputedStyle(element).backgroundColor);
    return own.a === 1 ? own : over(own, behind(element.parentElement));
  };
  const opacity = element => element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1;
  const low = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || !element.checkVisibility({visibilityProperty: true}) || opacity(element) === 0) continue;
    if (element.closest('script, style, noscript')) continue;
    const style = getComputedStyle(element);
    const ground = behind(element);
    const ink = over(parse(element.closest('svg') ? style.fill : style.color), ground);
    const [light, dark] = [luminance(ink), luminance(ground)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < least) low.push(`"${text.slice(0, 40)}" ${ratio.toFixed(2)}`);
  }
  return low;
}, least);

// Headings that skip a level, and first headings that are no h1.
export const misplacedHeadings = page => page.evaluate(() => {
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(one => [Number(one.tagName[1]), one.textContent]);
  return levels.filter(([level], i) => level > (i === 0 ? 0 : levels[i - 1][0]) + 1 || (level === 1) !== (i === 0))
      .map(([level, text]) => `h${level} ${text}`);
});

// Roles that must have a name, and have none, in the browser's own accessibility tree.
export async function nameless(page) {
  const roles = ['button', 'link', 'combobox', 'textbox', 'dialog', 'region', 'navigation', 'image', 'img', 'table',
    'columnheader', 'DisclosureTriangle'];
  const session = await page.context().newCDPSession(page);
  const {nodes} = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  assert(nodes.length > 20, 'the accessibility tree is empty');
  return nodes.filter(node => !node.ignored && roles.includes(node.role?.value) && !node.name?.value?.trim())
      .map(node => node.role.value);
}

export const sidewaysScroll = page => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
export const texts = locator => locator.evaluateAll(all => all.filter(one => one.checkVisibility()).map(one => one.textContent));
