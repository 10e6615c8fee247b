import '@fontsource/archivo-narrow/latin-400.css';
import '@fontsource/archivo-narrow/latin-600.css';
import '@fontsource/inter/latin-400.css';
import '@fontsource/inter/latin-600.css';
import '@fontsource/unbounded/latin-400.css';
import '@fontsource/unbounded/latin-600.css';
import { cdp, page } from 'vitest/browser';
import { isLong } from '../../../tools/testing/seeds.ts';

/** A narrow font, a usual one, and one that is a quarter wider still. */
const fonts = ['Archivo Narrow', 'Inter', 'Unbounded'] as const;

/** The text spacing that a page must support (WCAG 1.4.12). */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

const plain = (font: string) => ({ name: font, css: `* { font-family: "${font}" !important; }` });
const spaced = (font: string) => ({ name: `${font}, spaced`, css: `${plain(font).css} ${spacing}` });

const looks = fonts.flatMap((font) => [plain(font), spaced(font)]);
const widths = [320, 390, 600, 760, 800, 1060, 1280];

/** The widest column for a docked page, in pixels. */
const widestDocked = 760;

/** One layout of a page, and the fonts and spacings to check it with. */
interface Layout {
  readonly width: number;
  /** In percent of the browser's default. */
  readonly textSize: number;
  readonly looks: typeof looks;
}

/** Returns all layouts in the long run. In the short run, a usual layout for a whole page, and the narrowest with the widest text for a docked page. */
function layoutsOf(isDocked: boolean): Layout[] {
  if (!isLong)
    return isDocked
      ? [{ width: 320, textSize: 200, looks: [spaced('Unbounded')] }]
      : [{ width: 1280, textSize: 100, looks: [plain('Inter')] }];
  const fitting = widths.filter((width) => !isDocked || width <= widestDocked);
  return [100, 200].flatMap((textSize) => fitting.map((width) => ({ width, textSize, looks })));
}

/** The pages to check. */
export interface Looked {
  /** The element whose width is set. */
  readonly shown: HTMLElement;
  /** The root of the element, to which a style sheet for fonts and spacing is added. */
  readonly root: Document | ShadowRoot;
  /** Whether the page is in a column of a wide window, not as wide as the window. */
  readonly isDocked: boolean;
  /** Returns the faults in the present layout. */
  look(): string[];
}

/** Checks a page in each of its layouts. Returns the faults, each with its layout. */
export async function faultsInAll({ shown, root, isDocked, look }: Looked): Promise<string[]> {
  await Promise.all(
    fonts.flatMap((font) => [400, 600].map((weight) => document.fonts.load(`${weight} 16px "${font}"`))),
  );
  const sheet = new CSSStyleSheet();
  root.adoptedStyleSheets.push(sheet);
  const found: string[] = [];
  try {
    for (const { width, textSize, looks } of layoutsOf(isDocked)) {
      await setTextSize(textSize);
      await page.viewport(isDocked ? 1280 : width, 800);
      shown.style.width = isDocked ? `${width}px` : '';
      await nextFrame();
      for (const { name, css } of looks) {
        sheet.replaceSync(css);
        for (const fault of look()) found.push(`${width} px, text ${textSize} %, ${name}: ${fault}`);
      }
    }
  } finally {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
    shown.style.width = '';
    await setTextSize(100);
  }
  return found;
}

/** Sets the font size of the browser, in percent of its default, as a user would. */
export async function setTextSize(percent: number): Promise<void> {
  const size = (16 * percent) / 100;
  await session().send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } });
}

interface Session {
  send(method: string, params: object): Promise<unknown>;
}

/** Returns the session of the Chrome DevTools Protocol. Vitest does not type it. */
function session(): Session {
  return cdp() as unknown as Session;
}

/** Resolves after the next frame and its resize observers. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
