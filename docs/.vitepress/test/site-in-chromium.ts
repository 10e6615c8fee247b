import { afterAll } from 'vitest';
import { launchChromium } from '../../../tools/testing/launch-chromium.ts';
import { serveSite } from './serve.ts';

/** The built site and a Chromium, both until the tests of the importing file have ended. */
export const site = await serveSite();
export const browser = await launchChromium();

afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});
