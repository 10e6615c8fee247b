import type { Browser } from 'playwright';
import { launchChromium } from './launch-chromium.ts';

let browser: Promise<Browser> | undefined;

/** Returns the Chromium that all test files of a process share. A file closes the pages that it opens. */
export function sharedChromium(): Promise<Browser> {
  browser ??= launchChromium();
  return browser;
}
