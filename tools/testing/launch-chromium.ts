import { type Browser, chromium } from 'playwright';
import { findChromium } from './chromium.ts';
import { patience } from './patience.ts';

/** Starts the Chromium of {@link findChromium}, whose pages wait as long as everything else. */
export async function launchChromium(): Promise<Browser> {
  const launch = await findChromium();
  if (!launch) throw new Error("No Chromium: give the test the tag 'chromium', so that it is skipped without one");
  const browser = await chromium.launch(launch);
  const { newContext } = browser;
  browser.newContext = async (...options) => {
    const context = await newContext.apply(browser, options);
    context.setDefaultTimeout(patience);
    return context;
  };
  return browser;
}
