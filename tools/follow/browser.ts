import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright';
import { findChromium } from '../test/chromium.ts';

let browser: Promise<Browser> | undefined;

/** Opens an address as a reader does. Gives what is there instead, when `text` doesn't show within 30 seconds. */
export async function seeInBrowser(address: string, text: string): Promise<string | undefined> {
  browser ??= chromium.launch(await findChromium());
  await using page = await (await browser).newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  // A development server says where it is a moment before it is there.
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
    return `${address} shows:\n${seen}\n${errors.join('\n')}\nand not: ${text}`;
  }
}

export async function closeBrowser(): Promise<void> {
  const open = browser;
  browser = undefined;
  await (await open)?.close();
}
