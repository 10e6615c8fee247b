import { size } from '../world/formats.ts';

/** Options of {@link screenshot}. */
export interface ScreenshotOptions {
  /** The page to draw: its host and path choose layout and words. `https://app.example/` by default. */
  pageUrl?: string | undefined;
  /** `<width>x<height>` in pixels; `1440x900` by default. */
  viewportSize?: string | undefined;
  /** Another seed draws another picture of the same page. */
  seed?: string | undefined;
}

/** A picture, as an issue's `screenshots` take it. */
export interface DrawnScreenshot {
  /** A `data:` address. */
  url: string;
  /** In pixels, of the viewport. */
  width: number;
  /** In pixels, of the viewport. */
  height: number;
}

/** What a layout is drawn with: a corner of its own, and numbers that the seed decides. */
interface Sheet {
  /** Left, right and top of the content. */
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly bottom: number;
  readonly accent: string;
  /** A whole number from 0, smaller than `below`. */
  number(below: number): number;
}

const accents = ['#2456d6', '#13734a', '#9a3b00', '#6b3fc4', '#0b6e7f', '#8a1f5c'];
const grey = '#d5d9e0';
const widest = 1200;

/**
 * A picture of a plausible page, for an issue's `screenshots`. It is a `data:` address of some 600 to 1,200 characters, so it
 * shows offline; a page with a content security policy needs `img-src data:` for it.
 *
 * @example
 * await mock.tenant({ issues: [{ title: 'Pay hangs', screenshots: [screenshot({ pageUrl: 'https://shop.example/cart' })] }] });
 *
 * @throws TypeError for a viewport that is no width and height.
 */
export function screenshot({
  pageUrl = 'https://app.example/',
  viewportSize = '1440x900',
  seed = '',
}: ScreenshotOptions = {}): DrawnScreenshot {
  const { width, height } = size(viewportSize);
  if (!(width > 0 && height > 0)) {
    throw new TypeError(`viewportSize must be a width and a height, such as 1440x900; found "${viewportSize}".`);
  }
  // Drawn no wider than a laptop's window, so that what is on it can be seen in a small picture of a large screen.
  const drawnWidth = Math.min(width, widest);
  return { url: dataUrl(draw(pageUrl, drawnWidth, whole((height * drawnWidth) / width), seed)), width, height };
}

function draw(pageUrl: string, width: number, height: number, seed: string): string {
  const { hostname, pathname } = URL.parse(pageUrl) ?? { hostname: 'app', pathname: '/' };
  const number = numbers(pageUrl + seed);
  const accent = accents[numbers(hostname)(accents.length)] ?? grey;
  const isPhone = width < 700;
  const margin = isPhone ? 24 : Math.round(width * 0.08);
  const sheet = { x: margin, right: width - margin, y: isPhone ? 150 : 190, bottom: height - 30, accent, number };
  // `shop.acme.example` is called Acme, `shop.example` Shop.
  const siteName = hostname.split('.').slice(-3, -1).at(-1) ?? hostname;
  const heading = words(pathname.split('/').findLast((part) => /[a-z]{2}/i.test(part)) ?? 'Home');
  return [
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}' font-family='sans-serif'>`,
    `<path fill='#fff' d='M0 0h${width}v${height}H0z'/><path fill='${accent}' d='M0 0h${width}v64H0z'/>`,
    text(margin, 41, 22, '#fff', words(siteName)),
    lines([[width - margin - 120, 32, 120]], '#fff', 8),
    text(margin, isPhone ? 118 : 140, isPhone ? 26 : 34, '#1b1f27', heading),
    layoutOf(pathname)(sheet),
    '</svg>',
  ].join('');
}

function layoutOf(path: string): (sheet: Sheet) => string {
  if (/^\/(c|p|search)?(\/|$)/.test(path)) return tiles;
  if (/checkout|login|password|account$|profile|new$|settings|import|requests/.test(path)) return form;
  if (/report|overview|wall|live|chart|audit/.test(path)) return chart;
  return table;
}

/** Labelled fields, a button, and what went wrong in red. */
function form({ x, right, y, bottom, accent, number }: Sheet): string {
  const width = Math.min(right - x, 560);
  const count = Math.max(2, Math.min(2 + number(3), Math.floor((bottom - y - 110) / 92)));
  const wrong = number(count);
  const fields = Array.from({ length: count }, (_, i) => y + i * 92);
  const box = (top: number) => `M${x} ${top + 20}h${width}v46H${x}z`;
  return [
    lines(
      fields.flatMap((top) => [[x, top + 6, 90 + number(120)]] as const),
      grey,
      10,
    ),
    `<path fill='none' stroke='${grey}' stroke-width='2' d='${fields.map(box).join('')}'/>`,
    lines(
      fields.map((top) => [x + 16, top + 43, 80 + number(width - 160)]),
      '#8d95a5',
      9,
    ),
    `<path fill='none' stroke='#c8201a' stroke-width='4' d='${box(y + wrong * 92)}'/>`,
    button(x, y + count * 92, accent),
  ].join('');
}

/** Rows with a heading above them; one stands out. */
function table({ x, right, y, bottom, accent, number }: Sheet): string {
  const count = Math.min(9, Math.floor((bottom - y) / 58));
  const width = right - x;
  const wrong = 1 + number(Math.max(1, count - 1));
  const rows = Array.from({ length: count }, (_, i) => y + i * 58);
  return [
    `<path fill='${accent}1f' d='M${x} ${y}h${width}v50H${x}z'/>`,
    `<path fill='#fdecea' d='M${x} ${y + wrong * 58 - 4}h${width}v58H${x}z'/>`,
    lines(
      rows.flatMap((top) =>
        [0, 0.45, 0.8].map((at) => [x + 16 + width * at, top + 26, width * (0.05 + number(9) / 100)]),
      ),
      '#8d95a5',
      9,
    ),
    lines(
      rows.map((top) => [x, top + 54, width]),
      '#eceef3',
      2,
    ),
  ].join('');
}

/** Bars, and figures above them. */
function chart({ x, right, y, bottom, accent, number }: Sheet): string {
  const width = right - x;
  const base = Math.min(bottom, y + 560);
  const count = width < 500 ? 7 : 14;
  const step = width / count;
  const bars = Array.from({ length: count }, (_, i) => {
    const tall = (base - y - 110) * ((number(70) + 20) / 100);
    return `M${whole(x + i * step)} ${base}v-${whole(tall)}h${whole(step * 0.6)}V${base}z`;
  });
  return [
    [0, 1, 2]
      .map((i) => text(whole(x + (i * width) / 3), y + 40, 30, i === 1 ? '#c8201a' : '#1b1f27', String(number(9000))))
      .join(''),
    lines(
      [0, 1, 2].map((i) => [x + (i * width) / 3, y + 64, 90]),
      grey,
      9,
    ),
    `<path fill='${accent}' d='${bars.join('')}'/>`,
    lines([[x, base, width]], grey, 3),
  ].join('');
}

/** Pictures with a name and a price; one picture is missing. */
function tiles({ x, right, y, bottom, accent, number }: Sheet): string {
  const columns = right - x < 500 ? 2 : 4;
  const step = (right - x) / columns;
  const side = step - 24;
  const rows = Math.max(1, Math.min(2, Math.floor((bottom - y) / (side * 0.8 + 90))));
  const places = Array.from(
    { length: columns * rows },
    (_, i) => [whole(x + (i % columns) * step), whole(y + Math.floor(i / columns) * (side * 0.8 + 90))] as const,
  );
  const missing = number(places.length);
  const box = ([left, top]: readonly [number, number]) =>
    `M${left} ${top}h${whole(side)}v${whole(side * 0.8)}H${left}z`;
  return [
    `<path fill='${accent}33' d='${places
      .filter((_, i) => i !== missing)
      .map(box)
      .join('')}'/>`,
    `<path fill='none' stroke='#c8201a' stroke-width='3' d='${places
      .filter((_, i) => i === missing)
      .map(box)
      .join('')}'/>`,
    lines(
      places.map(([left, top]) => [left, top + side * 0.8 + 22, side * (0.5 + number(5) / 10)]),
      '#8d95a5',
      10,
    ),
    lines(
      places.map(([left, top]) => [left, top + side * 0.8 + 46, side * 0.3]),
      grey,
      10,
    ),
  ].join('');
}

/** Lines of text that is too small to read, as strokes. */
function lines(from: readonly (readonly number[])[], color: string, thick: number): string {
  const path = from.map(([x = 0, y = 0, length = 0]) => `M${whole(x)} ${whole(y)}h${whole(length)}`).join('');
  return `<path stroke='${color}' stroke-width='${thick}' d='${path}'/>`;
}

function button(x: number, y: number, accent: string): string {
  return `<path fill='${accent}' d='M${x} ${y + 8}h150v46H${x}z'/>${text(x + 40, y + 38, 19, '#fff', 'Continue')}`;
}

function text(x: number, y: number, size: number, color: string, content: string): string {
  return `<text x='${x}' y='${y}' font-size='${size}' font-weight='700' fill='${color}'>${content}</text>`;
}

/** `rain-jacket` as `Rain jacket`, without anything that means something to XML. */
function words(part: string): string {
  const plain = part
    .replaceAll(/[^a-z0-9]+/gi, ' ')
    .trim()
    .slice(0, 24);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Numbers that only the text decides: the same on every computer, and nobody else's sequence is disturbed. */
function numbers(seed: string): (below: number) => number {
  let state = 2_166_136_261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_507) + 1_013_904_223;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

function dataUrl(svg: string): string {
  return `data:image/svg+xml,${svg.replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E')}`;
}

function whole(length: number): number {
  return Math.round(length);
}
