import '@fontsource/archivo-narrow/latin-400.css';
import '@fontsource/archivo-narrow/latin-600.css';
import '@fontsource/inter/latin-400.css';
import '@fontsource/inter/latin-600.css';
import '@fontsource/unbounded/latin-400.css';
import '@fontsource/unbounded/latin-600.css';
import { cdp, page } from 'vitest/browser';
import { isLong } from '../../../tools/test/seeds.ts';

/** A narrow font, a usual one, and one that is a quarter wider still. */
const fonts = ['Archivo Narrow', 'Inter', 'Unbounded'] as const;

/** The text spacing that WCAG 1.4.12 says a page must bear. */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

const plain = (font: string) => ({ name: font, css: `* { font-family: "${font}" !important; }` });
const spaced = (font: string) => ({ name: `${font}, spaced`, css: `${plain(font).css} ${spacing}` });

const looks = fonts.flatMap((font) => [plain(font), spaced(font)]);
const widths = [320, 390, 600, 760, 800, 1060, 1280];

/** The widest column for a docked page: a wider one is the page's main part. */
const widestDocked = 760;

/** One layout of a page, and the fonts and spacings to look at it with. */
interface Layout {
  readonly width: number;
  /** In percent of the browser's default. */
  readonly textSize: number;
  readonly looks: typeof looks;
}

/** Every layout in the long run. In the short run a usual one for a whole page, and the narrowest with the widest text for a docked one. */
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
  /** Decides how it is laid out. */
  readonly shown: HTMLElement;
  /** Where it is on the page, for its own style sheet to be joined by one for fonts and spacing. */
  readonly root: Document | ShadowRoot;
  /** Whether it is as wide as the window, or in a column of a wide one. */
  readonly isDocked: boolean;
  /** Returns the faults in the present layout. */
  look(): string[];
}

/** Looks at a page in each of its layouts, and returns all that breaks, each with its layout. */
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

/** In percent of what the browser has by default. It is the browser's own setting, which a page can't tell from a reader's. */
async function setTextSize(percent: number): Promise<void> {
  const size = (16 * percent) / 100;
  await session().send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } });
}

interface Session {
  send(method: string, params: object): Promise<unknown>;
}

/** Of the Chrome DevTools Protocol, which Vitest leaves to its providers to describe. */
function session(): Session {
  return cdp() as unknown as Session;
}

/** Once what observes sizes has seen them, too. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
