import type { Page } from 'playwright';
import type { Served } from './serve.ts';

/** Opens a page and waits until Vue has mounted it: earlier clicks would be lost. */
export async function openPage(page: Page, { url }: Served, path: string): Promise<void> {
  await page.goto(`${url}/${path}.html`);
  await page.waitForFunction("document.querySelector('#app').__vue_app__");
}
