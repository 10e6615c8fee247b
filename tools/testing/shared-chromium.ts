import { type Browser, chromium } from 'playwright';
import { findChromium } from './chromium.ts';

let browser: Promise<Browser> | undefined;

/** Returns the Chromium that all test files of a process share. A file closes the pages that it opens. */
export function sharedChromium(): Promise<Browser> {
  browser ??= start();
  return browser;
}

async function start(): Promise<Browser> {
  const launch = await findChromium();
  if (!launch) throw new Error("No Chromium: give the test the tag 'chromium', so that it is skipped without one");
  return chromium.launch(launch);
}
