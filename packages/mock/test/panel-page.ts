import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type Mock, type MockOptions, virtualClock } from '@issue-tracking/mock';
import type { ListenOptions } from '@issue-tracking/mock/server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { buildPanel } from '../../../tools/build/panel.ts';
import { sharedChromium } from '../../../tools/testing/shared-chromium.ts';
import { serveHttp } from '../src/server/listen.ts';
import { serverLimits } from '../src/server/listen-options.ts';
import { client, start, world } from './fixture.ts';

/** The built panel, and a browser. */
export interface PanelBrowser {
  readonly browser: Browser;
  /** Of all pages that need no other: they share a process, and each mock has an origin of its own. */
  readonly context: BrowserContext;
  /** Folder of the built files. */
  readonly folder: string;
  close(): Promise<void>;
}

export async function startPanelBrowser(): Promise<PanelBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'panel-'));
  await buildPanel(folder);
  const browser = await sharedChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  return {
    browser,
    context,
    folder: `${folder}/`,
    async close() {
      await context.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A mock behind HTTP with the fixture's world, and pages with its panel, until the test ends. */
export interface ServedPanel extends ReturnType<typeof client> {
  readonly mock: Mock;
  readonly url: string;
  close(): Promise<void>;
  /** Opens the panel at a place such as `failures`, in another context if it is given. */
  open(place?: string, context?: BrowserContext): Promise<Page>;
}

export async function servePanel(
  panel: PanelBrowser,
  listenOptions: ListenOptions = {},
  mockOptions: MockOptions = {},
): Promise<ServedPanel> {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), ...mockOptions });
  const server = await serveHttp(mock, listenOptions, serverLimits, panel.folder);
  onTestFinished(() => server.close());
  return {
    mock,
    url: server.url,
    close: server.close,
    ...client(fetch, server.url),
    async open(place = 'requests', context = panel.context) {
      const page = await context.newPage();
      onTestFinished(() => page.close());
      await page.goto(`${server.url}/__mock/ui/#/${place}`);
      await page.getByRole('navigation', { name: 'Views' }).waitFor();
      return page;
    },
  };
}
