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

/** In an order in which every second is of another font, and of either spacing. */
const looks = [plain(fonts[0]), spaced(fonts[0]), spaced(fonts[1]), plain(fonts[1]), plain(fonts[2]), spaced(fonts[2])];

const widths = [320, 390, 600, 760, 800, 1060, 1280];
const textSizes = [100, 200];

/** Something wider is a page's main part. */
const widestDocked = 760;

/** What is looked at. */
export interface Looked {
  /** Decides how it is laid out. */
  readonly shown: HTMLElement;
  /** Where it is on the page, for its own style sheet to be joined by one for fonts and spacing. */
  readonly root: Document | ShadowRoot;
  /** Whether it is as wide as the window, or in a column of a wide one. */
  readonly isDocked: boolean;
  /** What breaks, as it is laid out at that moment. */
  look(): string[];
}

/**
 * Looks at something in every width, text size, font and spacing, and returns all that breaks, each with when. In the short run,
 * each width has one text size in the page and the other when docked, with half of the fonts and spacings.
 */
export async function faultsInAll({ shown, root, isDocked, look }: Looked): Promise<string[]> {
  await Promise.all(
    fonts.flatMap((font) => [400, 600].map((weight) => document.fonts.load(`${weight} 16px "${font}"`))),
  );
  const sheet = new CSSStyleSheet();
  root.adoptedStyleSheets.push(sheet);
  const found: string[] = [];
  const turn = isDocked ? 1 : 0;
  try {
    for (const [sizeIndex, textSize] of textSizes.entries()) {
      await setTextSize(textSize);
      for (const [widthIndex, width] of widths.entries()) {
        if (isDocked && width > widestDocked) continue;
        if (!isLong && (sizeIndex + widthIndex + turn) % 2 !== 0) continue;
        await page.viewport(isDocked ? 1280 : width, 800);
        shown.style.width = isDocked ? `${width}px` : '';
        await nextFrame();
        for (const [index, { name, css }] of looks.entries()) {
          if (!isLong && (index + Math.floor(widthIndex / 2) + turn) % 2 !== 0) continue;
          sheet.replaceSync(css);
          for (const fault of look()) found.push(`${width} px, text ${textSize} %, ${name}: ${fault}`);
        }
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
