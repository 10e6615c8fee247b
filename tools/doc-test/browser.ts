import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { launchChromium } from '../testing/launch-chromium.ts';
import { patience } from '../testing/patience.ts';

let browser: Promise<Browser> | undefined;

/** The tab in which the addresses of a page are opened, one after the other. */
export class Tab implements AsyncDisposable {
  #page: Page | undefined;
  #errors: string[] = [];

  /** Opens an address and waits for a text, as {@link expect} does. */
  async open(address: string, text: string): Promise<string | undefined> {
    const page = await this.#newPage();
    // A development server prints its address a moment before it listens.
    for (const end = Date.now() + patience; ; ) {
      const problem = await page.goto(address).then(() => undefined, String);
      if (problem === undefined) break;
      if (Date.now() > end) return problem;
      await setTimeout(500);
    }
    return await this.expect(text);
  }

  /** Waits for a text. Resolves to a description of the page if the text doesn't show. */
  async expect(text: string): Promise<string | undefined> {
    const page = this.#page;
    if (!page) return 'No address was opened before.';
    try {
      await page.getByText(text).first().waitFor();
      return undefined;
    } catch {
      const seen = await page.locator('body').innerText();
      return `${page.url()}: expected ${text}, found:\n${seen}\n${this.#errors.join('\n')}`;
    }
  }

  /** Clicks a button. Resolves to the problem if none has this name. */
  async click(button: string): Promise<string | undefined> {
    const name = { name: button, exact: true };
    return await this.#page
      ?.getByRole('button', name)
      .click()
      .then(() => undefined, String);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#page?.close();
  }

  async #newPage(): Promise<Page> {
    await this.#page?.close();
    browser ??= launchChromium();
    const page = await (await browser).newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    this.#page = page;
    this.#errors = errors;
    return page;
  }
}

export async function closeBrowser(): Promise<void> {
  const open = browser;
  browser = undefined;
  await (await open)?.close();
}
