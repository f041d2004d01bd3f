// Draws figures as SVG files: node render_plots.mjs VEGA VEGA_LITE <plots.json >svgs.json
//
// VEGA and VEGA_LITE are the bundles that also draw the figures of a page. Input: an array of {name, title, spec}, each
// spec Vega-Lite; output: an array of SVG texts, in that order. A spec that is refused, or draws a warning, ends the
// program with exit code 1 and a sentence on standard error. Same input, same bytes: no clock, locale, font or network.
//
// The SVG stands on a card of its own background and carries a style for readers who prefer dark, so it reads on any
// page. Marks keep their colours, which are chosen to be seen on both (reports/plots/look.h).
import {readFileSync} from 'node:fs';
import vm from 'node:vm';

const WIDTH = 760;  // of the whole figure, where the spec says "container"
const LIGHT = {background: '#ffffff', ink: '#24292f', faint: '#d8dee4'};
const DARK = {background: '#0d1117', ink: '#e6edf3', faint: '#30363d'};
const THEME = {
  background: LIGHT.background,
  padding: 12,
  aria: false,
  font: 'Helvetica, Arial, sans-serif',
  title: {color: LIGHT.ink, fontSize: 14, anchor: 'start', frame: 'bounds', offset: 14},
  axis: {
    labelColor: LIGHT.ink, titleColor: LIGHT.ink, tickColor: LIGHT.faint, domainColor: LIGHT.faint,
    gridColor: LIGHT.faint, labelFontSize: 12, titleFontSize: 12, titleFontWeight: 'normal', titlePadding: 8,
  },
  legend: {labelColor: LIGHT.ink, titleColor: LIGHT.ink, labelFontSize: 12, titleFontSize: 12},
  view: {stroke: null},
};

const [vega, vegaLite] = loadBundles(process.argv.slice(2));
// Vega's own guess of 0.8 em a letter leaves wide gaps; without a canvas there is nothing to measure with.
vega.textMetrics.width = (item, text) => 0.6 * (item.fontSize ?? 11) * String(text ?? '').length;

// The bundles are scripts that put their names beside `globalThis`.
function loadBundles([vegaFile, vegaLiteFile]) {
  for (const file of [vegaFile, vegaLiteFile]) vm.runInThisContext(readFileSync(file, 'utf8'), {filename: file});
  return [globalThis.vega, globalThis.vegaLite];
}

// A warning is an error: the figure is not what its author meant.
function strictLogger() {
  const refuse = (...what) => {
    throw new Error(what.map(String).join(' '));
  };
  const logger = {level: () => logger, error: refuse, warn: refuse, info: () => logger, debug: () => logger};
  return logger;
}

async function draw({title, spec}) {
  const logger = strictLogger();
  const fixed = spec.width === 'container' ? {width: WIDTH, autosize: {type: 'fit-x', contains: 'padding'}} : {};
  const compiled = vegaLite.compile({...spec, ...fixed, title}, {config: THEME, logger}).spec;
  vega.resetSVGDefIds();
  const view = new vega.View(vega.parse(compiled), {renderer: 'none', logger});
  return styled(rounded(await view.toSVG()));
}

// Coordinates to a hundredth of a pixel, inside tags only.
function rounded(svg) {
  return svg.replace(/<[^>]*>/g, tag => tag.replace(/-?\d+\.\d{3,}(e-?\d+)?/g, number => String(+(+number).toFixed(2))));
}

function styled(svg) {
  const rules = Object.keys(LIGHT).flatMap(
      name => ['fill', 'stroke'].map(part => `[${part}="${LIGHT[name]}"]{${part}:${DARK[name]}}`));
  return svg.replace(/>/, `><style>@media (prefers-color-scheme:dark){${rules.join('')}}</style>`) + '\n';
}

const svgs = [];
for (const plot of JSON.parse(readFileSync(0, 'utf8'))) {
  try {
    svgs.push(await draw(plot));
  } catch (error) {
    process.stderr.write(`the figure ${plot.name} cannot be drawn: ${error.message}\n`);
    process.exit(1);
  }
}
process.stdout.write(JSON.stringify(svgs));
