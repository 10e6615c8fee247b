import type { Browser, Page } from 'playwright';

export type ImageFormat = 'png' | 'webp';

/** The window of an application around the picture of a page. */
export interface Window {
  readonly place: 'left' | 'right';
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Opens the page and waits for its content. */
  open(page: Page): Promise<unknown>;
}

interface Screen {
  readonly browser: Browser;
  readonly colorScheme: 'light' | 'dark';
  readonly deviceScaleFactor: number;
}

/** Space around the windows. */
const margin = 28;

/** The right window is in front of the left one. The background is transparent, for light and dark pages. */
const styles = `<!doctype html>
  <style>
    :root { color-scheme: light dark }
    body { margin: 0; font: 13px/1 Inter, system-ui, sans-serif }
    figure {
      position: absolute; margin: 0; overflow: hidden; border-radius: 10px;
      border: 1px solid light-dark(#c9ced8, #3b4150); box-shadow: 0 4px 24px rgb(0 0 0 / 22%);
    }
    .left { left: ${margin}px; top: ${margin}px }
    .right { right: ${margin}px; bottom: ${margin}px }
    figcaption {
      display: flex; align-items: center; gap: 7px; height: 32px; padding: 0 12px;
      background: light-dark(#e6e9ef, #262b36); color: light-dark(#4b5364, #aab2c3);
    }
    i { width: 10px; height: 10px; border-radius: 5px; background: light-dark(#c3c9d4, #4a5163) }
    span { margin-left: 8px }
    img { display: block }
  </style>`;

/** Returns a page of windows, with the pictures of their pages inside. */
export async function framed(windows: readonly Window[], { browser, ...screen }: Screen): Promise<string> {
  const figures: string[] = [];
  for (const { place, title, width, height, open } of windows) {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce', ...screen });
    await open(page);
    const png = await page.screenshot();
    await page.close();
    figures.push(`<figure class="${place}">
    <figcaption><i></i><i></i><i></i><span>${title}</span></figcaption>
    <img alt="" width="${width}" height="${height}" src="data:image/png;base64,${png.toString('base64')}">
  </figure>`);
  }
  return styles + figures.join('');
}

/** Returns the picture of a page. A WebP has a transparent background, and a third of a PNG's bytes. */
export async function imageOf(page: Page, format: ImageFormat): Promise<Buffer> {
  const png = await page.screenshot({ omitBackground: format === 'webp' });
  if (format === 'png') return png;
  return Buffer.from(await page.evaluate(asWebp, `data:image/png;base64,${png.toString('base64')}`), 'base64');
}

/** Runs in the page. */
async function asWebp(url: string): Promise<string> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.9).replace(/^.*,/, '');
}
