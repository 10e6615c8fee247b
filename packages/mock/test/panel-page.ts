import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type Mock, type MockOptions, virtualClock } from '@issue-tracking/mock';
import type { ListenOptions } from '@issue-tracking/mock/server';
import type { Browser, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { buildPanel } from '../../../tools/build/panel.ts';
import { sharedChromium } from '../../../tools/testing/shared-chromium.ts';
import { serveHttp } from '../src/server/listen.ts';
import { serverLimits } from '../src/server/listen-options.ts';
import { client, start, world } from './fixture.ts';

/** The built panel, and a browser. */
export interface PanelBrowser {
  readonly browser: Browser;
  /** Folder of the built files. */
  readonly folder: string;
  close(): Promise<void>;
}

export async function startPanelBrowser(): Promise<PanelBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'panel-'));
  await buildPanel(folder);
  return {
    browser: await sharedChromium(),
    folder: `${folder}/`,
    close: () => rm(folder, { recursive: true }),
  };
}

/** A mock behind HTTP with the fixture's world, and pages with its panel, until the test ends. */
export interface ServedPanel extends ReturnType<typeof client> {
  readonly mock: Mock;
  readonly url: string;
  /** Opens the panel at a place such as `failures`. */
  open(place?: string, options?: Parameters<Browser['newPage']>[0]): Promise<Page>;
}

export async function servePanel(
  { browser, folder }: PanelBrowser,
  listenOptions: ListenOptions = {},
  mockOptions: MockOptions = {},
): Promise<ServedPanel> {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), ...mockOptions });
  const server = await serveHttp(mock, listenOptions, serverLimits, folder);
  onTestFinished(() => server.close());
  return {
    mock,
    url: server.url,
    ...client(fetch, server.url),
    async open(place = 'requests', options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      await keepMessages(page);
      await page.goto(`${server.url}/__mock/ui/#/${place}`);
      await page.getByRole('navigation', { name: 'Views' }).waitFor();
      return page;
    },
  };
}

/**
 * Keeps messages on the panel of a page, and lets clicks pass through them. By default messages disappear after some seconds:
 * a test on a busy computer may look for a message later, or click a control that a message covers.
 */
export async function keepMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window;
    // The panel sets no other timers of this length.
    window.setTimeout = ((run: () => void, ms = 0) => (ms >= 5000 ? 0 : setTimeout(run, ms))) as typeof setTimeout;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.notice { pointer-events: none !important; }');
    document.adoptedStyleSheets = [sheet];
  });
}

/** Timeout for the keyboard, in milliseconds. Long enough for a busy computer. */
const patience = 20_000;

/** Presses Tab until an element of this name has the focus. */
export async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  for (const since = Date.now(); Date.now() - since < patience; ) {
    if (matches(await focusedName(page), name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** Presses an arrow key until an element of this name has the focus. */
export async function arrowTo(page: Page, key: string, name: RegExp | string): Promise<void> {
  for (const since = Date.now(); Date.now() - since < patience; ) {
    if (matches(await focusedName(page), name)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${name}`);
}

function matches(text: string, name: RegExp | string): boolean {
  return typeof name === 'string' ? text === name : name.test(text);
}

/** Returns the label or text of the focused element. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement)) return '';
    const label = focused.closest('label')?.querySelector('.field-label, .top-label, span')?.textContent;
    return (focused.getAttribute('aria-label') ?? label ?? focused.textContent ?? '').trim();
  });
}
