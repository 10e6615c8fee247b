import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright';
import { findChromium } from '../test/chromium.ts';

let browser: Promise<Browser> | undefined;

/** Opens an address and waits 30 seconds for a text. Resolves to a description of the page if the text doesn't show. */
export async function expectInBrowser(address: string, text: string): Promise<string | undefined> {
  browser ??= chromium.launch(await findChromium());
  await using page = await (await browser).newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  // A development server prints its address a moment before it listens.
  for (let left = 60; ; left--) {
    const problem = await page.goto(address).then(() => undefined, String);
    if (problem === undefined) break;
    if (left === 0) return problem;
    await setTimeout(500);
  }
  try {
    await page.getByText(text).first().waitFor({ timeout: 30_000 });
    return undefined;
  } catch {
    const seen = await page.locator('body').innerText();
    return `${address}: expected ${text}, found:\n${seen}\n${errors.join('\n')}`;
  }
}

export async function closeBrowser(): Promise<void> {
  const open = browser;
  browser = undefined;
  await (await open)?.close();
}
