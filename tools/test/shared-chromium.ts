import { type Browser, chromium } from 'playwright';
import { findChromium } from './chromium.ts';

let browser: Promise<Browser> | undefined;

/** One Chromium for all test files of a process, which ends with it. What a file opens in it, the file closes. */
export function sharedChromium(): Promise<Browser> {
  browser ??= start();
  return browser;
}

async function start(): Promise<Browser> {
  const launch = await findChromium();
  if (!launch)
    throw new Error("A test that needs a Chromium has the tag 'chromium', and is skipped where there is none");
  return chromium.launch(launch);
}
