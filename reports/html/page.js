// What a report page does beside being read: sort and filter its tables, show the runs behind a cell, copy commands,
// draw its figures, choose light or dark. It adds its own controls, so a page without it has none that are dead.
'use strict';

const everyBlock = 'every block';  // of runs that serve all blocks, as reports/run_sections.cc says it
const root = document.documentElement;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const headerText = (table, column) => table.tHead.rows[0].cells[column].textContent;
const unique = values => [...new Set(values)];

// A new element; `on...` attributes are listeners, children are elements or text.
function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const button = (text, onclick, attributes = {}) => make('button', {type: 'button', class: 'button', onclick, ...attributes}, text);

// ---- Sorting: numbers by value, words after numbers, in either direction; a third click restores the order.

const words = new Intl.Collator('en', {numeric: true});
const isNumber = cell => cell.dataset.value !== undefined || cell.classList.contains('n');
const sortValue = cell => isNumber(cell) ? Number(cell.dataset.value ?? cell.textContent) : null;

function compareCells(a, b, sign) {
  const [x, y] = [sortValue(a), sortValue(b)];
  if (x === null && y === null) return sign * words.compare(a.textContent, b.textContent);
  if (x === null || y === null) return x === null ? 1 : -1;
  return sign * (x - y);
}

function makeSortable(table) {
  const body = table.tBodies[0];
  const printed = [...body.rows];
  const headers = [...table.tHead.rows[0].cells];
  headers.forEach((header, column) => {
    const sort = () => {
      const was = header.getAttribute('aria-sort');
      for (const one of headers) one.removeAttribute('aria-sort');
      const now = was === 'ascending' ? 'descending' : was === 'descending' ? null : 'ascending';
      if (now) header.setAttribute('aria-sort', now);
      const sign = now === 'descending' ? -1 : 1;
      body.append(...(now ? [...printed].sort((a, b) => compareCells(a.cells[column], b.cells[column], sign)) : printed));
    };
    header.replaceChildren(make('button', {type: 'button', onclick: sort}, header.textContent));
  });
}

// ---- Runs: the rows of the table of single runs, by key.

const runsTable = document.querySelector('#runs table');
const runRows = new Map(all('tbody tr', runsTable ?? make('table')).map(row => [row.cells[row.cells.length - 1].dataset.runs, row]));
const runColumn = filter => [...runsTable.tHead.rows[0].cells].findIndex(header => header.dataset.filter === filter);
const runText = (row, filter) => row.cells[runColumn(filter)].textContent;
const outcomeOf = row => row.cells[runColumn('seed') + 2];
const runsOf = cell => (cell.dataset.runs ?? '').split(' ').map(key => runRows.get(key)).filter(Boolean);

// ---- Filters.

function makeSelect(label, values, onchange) {
  const select = make('select', {name: label, onchange}, make('option', {value: ''}, 'all'));
  select.append(...values.map(value => make('option', {value}, value)));
  return [make('label', {}, label, select), select];
}

// A cell of means shows, for one seed, that seed's run.
function showSeed(cell, seed) {
  const show = ({text, value, kind}) => {
    (cell.querySelector('.cell') ?? cell).textContent = text;
    if (value === undefined) delete cell.dataset.value;
    else cell.dataset.value = value;
    cell.className = kind;
  };
  const stateOf = shown => ({text: shown.textContent, value: shown.dataset.value, kind: shown.className});
  cell.mean ??= stateOf(cell);
  const run = runsOf(cell).find(row => runText(row, 'seed') === seed);
  if (seed === '') show(cell.mean);
  else show(run ? stateOf(outcomeOf(run)) : {text: 'not run', kind: 'w'});
}

function makeFilterable(table) {
  const headers = [...table.tHead.rows[0].cells];
  const rows = [...table.tBodies[0].rows];
  const filterOf = headers.map(header => header.dataset.filter ?? '');
  if (filterOf.every(filter => filter === '')) return;
  const armColumns = headers.filter(header => header.dataset.filter === 'one-arm');
  const pooled = armColumns.length > 0 ? all('td[data-runs]', table) : [];
  const valuesOf = filter => unique(rows.map(row => row.cells[filterOf.indexOf(filter)].textContent));
  const choices = {};
  if (filterOf.includes('block')) choices.block = valuesOf('block');
  if (filterOf.includes('seed')) choices.seed = valuesOf('seed');
  else if (pooled.length > 0) choices.seed = unique(pooled.flatMap(runsOf).map(row => runText(row, 'seed')));
  if (filterOf.includes('arm')) choices.arm = valuesOf('arm');
  else if (armColumns.length > 0) choices.arm = armColumns.map(header => header.textContent);

  const status = make('p', {role: 'status'});
  const selects = {};
  const apply = () => {
    const chosen = Object.fromEntries(Object.entries(selects).map(([name, select]) => [name, select.value]));
    for (const row of rows) {
      row.hidden = filterOf.some((filter, c) => chosen[filter] && row.cells[c].textContent !== chosen[filter]);
      headers.forEach((header, c) => {
        if (filterOf[c] !== 'one-arm') return;
        header.hidden = row.cells[c].hidden = Boolean(chosen.arm) && header.textContent !== chosen.arm;
      });
    }
    for (const cell of pooled) showSeed(cell, chosen.seed ?? '');
    const shown = rows.filter(row => !row.hidden).length;
    status.textContent = `${shown} of ${rows.length} rows shown` +
        (pooled.length === 0 ? '' : chosen.seed ? `, seed ${chosen.seed} alone` : ', means over seeds');
  };
  const bar = make('div', {class: 'filters'});
  for (const [name, values] of Object.entries(choices)) {
    const [label, select] = makeSelect(name, values, apply);
    selects[name] = select;
    bar.append(label);
  }
  bar.append(status);
  table.closest('.grid').prepend(bar);
  apply();
}

// ---- Copying a command, with a word that it was done.

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {  // no permission, or an older browser
    const area = make('textarea', {'aria-hidden': 'true'}, text);
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}

function withCopyButton(command) {
  const status = make('span', {role: 'status'});
  const copyIt = async () => {
    await copy(command.querySelector('code').textContent);
    status.textContent = 'Copied';
    setTimeout(() => status.textContent = '', 3000);
  };
  command.append(button('Copy', copyIt, {'aria-label': 'Copy the command'}), status);
  return command;
}

// ---- The runs behind a cell.

function repeatCommand(rows) {
  const blocks = unique(rows.map(row => runText(row, 'block'))).filter(block => block !== everyBlock);
  const seeds = unique(rows.map(row => runText(row, 'seed')));
  return document.body.dataset.command + (blocks.length ? ` --blocks=${blocks.join(',')} --seeds=${seeds.join(',')}` : '');
}

// What the table of single runs says of one run, apart from what the heading and the title do.
function runList(row) {
  const list = make('dl');
  const last = row.cells.length - 1;
  for (let c = runColumn('seed') + 1; c <= last; ++c) {
    if (row.cells[c] === outcomeOf(row)) continue;
    const text = c === last ? row.cells[c].dataset.runs : row.cells[c].textContent;
    list.append(make('dt', {}, headerText(runsTable, c)), make('dd', {}, text));
  }
  return [make('h3', {}, `Seed ${runText(row, 'seed')}: ${outcomeOf(row).textContent}`), list];
}

function showRuns(cell, seed) {
  const rows = runsOf(cell).filter(row => !seed || runText(row, 'seed') === seed);
  const dialog = make('dialog', {'aria-labelledby': 'runs-behind', onclose: () => dialog.remove()});
  const command = make('div', {class: 'command'}, make('pre', {tabindex: '0'}, make('code', {}, repeatCommand(rows))));
  dialog.append(
      make('header', {}, make('h2', {id: 'runs-behind'}, nameOf(cell)), button('Close', () => dialog.close())),
      ...rows.flatMap(runList),
      make('p', {}, 'This command trains them again, with the baselines of their seeds, where no results are stored yet:'),
      withCopyButton(command));
  document.body.append(dialog);
  dialog.showModal();
}

// "real attention, head 1.0": the column and the row of a cell.
function nameOf(cell) {
  const table = cell.closest('table');
  const row = cell.parentElement;
  return table === runsTable ? `${runText(row, 'arm')}, ${runText(row, 'block')}`
                             : `${headerText(table, cell.cellIndex)}, ${headerText(table, 0)} ${row.cells[0].textContent}`;
}

function makeClickable(cell) {
  const seedOf = () => cell.closest('.grid').querySelector('select[name="seed"]')?.value ?? '';
  const open = make('button', {type: 'button', class: 'cell', 'aria-haspopup': 'dialog', onclick: () => showRuns(cell, seedOf())});
  open.append(...cell.childNodes);
  cell.append(open);
}

// ---- Figures.

// Every list of data in a specification, whatever holds it.
function dataOf(spec) {
  if (Array.isArray(spec)) return spec.flatMap(dataOf);
  if (spec === null || typeof spec !== 'object') return [];
  if (Array.isArray(spec.values) && typeof spec.values[0] === 'object') return [spec.values];
  return Object.entries(spec).flatMap(([name, part]) => name === 'datasets' ? Object.values(part) : dataOf(part));
}

function dataTable(values, title) {
  const names = unique(values.flatMap(Object.keys));
  const text = value => value === undefined || value === null ? 'none' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const body = values.map(value => make('tr', {}, ...names.map(name => make('td', {class: typeof value[name] === 'number' ? 'n' : ''}, text(value[name])))));
  return make('div', {class: 'grid'}, make('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Data of: ${title}`},
      make('table', {}, make('caption', {}, `Data of: ${title}`),
          make('thead', {}, make('tr', {}, ...names.map(name => make('th', {scope: 'col'}, name)))), make('tbody', {}, ...body))));
}

async function save(view, type, name) {
  const link = make('a', {href: await view.toImageURL(type, 2), download: `${name}.${type}`});
  link.click();
}

async function drawPlot(figure) {
  const spec = JSON.parse(figure.querySelector('script').textContent);
  const canvas = figure.querySelector('.canvas');
  const title = figure.querySelector('figcaption').textContent;
  const config = {
    background: 'white',
    font: 'sans-serif',
    axis: {labelFontSize: 12, titleFontSize: 12, titleFontWeight: 'normal', labelColor: '#222222', titleColor: '#222222'},
    legend: {labelFontSize: 12, titleFontSize: 12, orient: 'bottom', labelLimit: 0},
    view: {stroke: null},
  };
  const place = make('div');  // of which vega-embed takes over the role and the name
  canvas.append(place);
  const {view} = await vegaEmbed(place, spec, {
    mode: 'vega-lite', actions: false, ast: true, renderer: 'svg', config, defaultStyle: false, tooltip: {disableDefaultStyle: true},
  });
  const name = figure.id.replace(/^plot-/, '');
  const details = make('details', {}, make('summary', {}, 'Data of this figure, and the figure as a file'));
  details.addEventListener('toggle', () => {
    if (details.children.length > 1) return;
    details.append(make('div', {class: 'tools'}, button('Save as SVG', () => save(view, 'svg', name)),
        button('Save as PNG', () => save(view, 'png', name))));
    for (const values of dataOf(spec)) details.append(dataTable(values, title));
    for (const table of all('table', details)) makeSortable(table);
  });
  figure.append(details);
}

// ---- Light and dark.

function makeThemeButton() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : dark.matches;
  const remember = theme => {
    try {
      localStorage.setItem('retable-theme', theme);
    } catch { /* a page opened from a file may have no storage */ }
  };
  const toggle = button('', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    remember(root.dataset.theme);
    label();
  }, {class: 'button theme'});
  const label = () => toggle.textContent = isDark() ? 'Light' : 'Dark';
  try {
    const theme = localStorage.getItem('retable-theme');
    if (theme) root.dataset.theme = theme;
  } catch { /* as above */ }
  dark.addEventListener('change', label);
  label();
  document.querySelector('.skip').after(toggle);
}

makeThemeButton();
all('td[data-runs]').forEach(makeClickable);
for (const table of all('main table')) {
  makeFilterable(table);
  makeSortable(table);
}
all('main .command').forEach(withCopyButton);
Promise.all(all('.plot').map(drawPlot)).finally(() => root.dataset.ready = 'true');
