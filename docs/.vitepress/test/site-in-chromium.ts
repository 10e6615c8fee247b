import { chromium } from 'playwright';
import { afterAll } from 'vitest';
import { findChromium } from '../../../tools/testing/chromium.ts';
import { serveSite } from './serve.ts';

/** The built site and a Chromium, both until the tests of the importing file have ended. */
export const site = await serveSite();
export const browser = await chromium.launch(await findChromium());

afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});
