import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../../../../tools/test/seeds.ts';
import { sharedChromium } from '../../../../../tools/test/shared-chromium.ts';

describe('a page with the worker of', { tags: 'chromium' }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });

  describe.each(isLong ? ['msw', 'msw2'] : ['msw'])('%s', (msw) => {
    let site: Site;
    beforeAll(async () => {
      site = await serveSite(msw);
    }, 60_000);
    afterAll(() => site?.close());

    async function open(context: BrowserContext, persist: string): Promise<Page> {
      const page = await context.newPage();
      await page.goto(`${site.url}/iframe.html?persist=${persist}`);
      expect(await answerIn(page)).toBe('200 1');
      return page;
    }

    test('a frame opened alone and then within a page is answered by the mock both times: nothing goes out', async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      for (let round = 0; round < 3; round++) {
        await page.goto(`${site.url}/iframe.html`);
        expect(await answerIn(page)).toBe('200 1');
        await page.goto(`${site.url}/manager.html`);
        expect(await answerIn(await frameOf(page))).toBe('200 1');
      }
      expect(site.reached).toEqual([]);
      await context.close();
    });

    test('the records of a session survive a reload, and are of that tab alone', async () => {
      const context = await browser.newContext();
      const page = await open(context, 'session');
      expect(await call(page, 'block')).toBe('blocked');
      await page.reload();
      expect(await answerIn(page)).toBe('200 1');
      expect(await call(page, 'statusOfOne')).toBe('blocked');
      expect(await call(await open(context, 'session'), 'statusOfOne')).toBe('open');
      await context.close();
    });

    test('local records are shared by tabs, and there at the next visit', async () => {
      const context = await browser.newContext();
      const [one, other] = [await open(context, 'local'), await open(context, 'local')];
      expect(await call(one, 'block')).toBe('blocked');
      await expect.poll(() => call(other, 'statusOfOne'), { timeout: 30_000 }).toBe('blocked');
      await one.close();
      await other.close();
      expect(await call(await open(context, 'local'), 'statusOfOne')).toBe('blocked');
      await context.close();
    });

    test('records that make no world are left alone, and the page begins as it would have', async () => {
      const context = await browser.newContext();
      await context.addInitScript(() => {
        localStorage.setItem(`issue-tracking-mock:${location.origin}`, '{"organizations":"none"}');
      });
      const page = await context.newPage();
      const warned = page.waitForEvent('console', (message) => message.text().includes('were not loaded'));
      await page.goto(`${site.url}/iframe.html?persist=local`);
      expect(await answerIn(page)).toBe('200 1');
      await warned;
      await context.close();
    });

    test('a page that never comes under control says so, and asks nothing', async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      // As in Chromium for a page outside the worker's folder.
      await page.addInitScript(() =>
        Object.defineProperty(ServiceWorkerContainer.prototype, 'controller', { value: null }),
      );
      await page.goto(`${site.url}/iframe.html`);
      expect(await answerIn(page)).toContain('does not control this page');
      expect(site.reached).toEqual([]);
      await context.close();
    });
  });
});

/** Returns the response that the page shows. The page may be reloaded before. */
async function answerIn(place: Page | Frame): Promise<string | null> {
  const output = place.locator('output');
  await output.waitFor({ timeout: 30_000 });
  return output.textContent();
}

/** Calls a function that the page has put on its window. */
function call(page: Page, name: 'statusOfOne' | 'block'): Promise<string> {
  return page.evaluate(
    (called) => (window as unknown as Record<string, () => Promise<string>>)[called]?.() ?? '',
    name,
  );
}

async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.waitForSelector('iframe');
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('The page has no frame');
  return frame;
}

interface Site {
  readonly url: string;
  /** Requests to the service's paths that passed the mock. */
  readonly reached: string[];
  close(): void;
}

/** Serves a page that asks the mock, by itself and in a frame, with this copy of MSW. */
async function serveSite(msw: string): Promise<Site> {
  const script = await bundle(msw);
  const worker = await readFile(fileURLToPath(import.meta.resolve(`${msw}/mockServiceWorker.js`)));
  const files: Record<string, [type: string, body: string | Buffer]> = {
    '/iframe.html': ['text/html', '<!doctype html><body><script type="module" src="/asks.js"></script>'],
    '/manager.html': ['text/html', '<!doctype html><body><iframe src="/iframe.html"></iframe>'],
    '/asks.js': ['text/javascript', script],
    '/mockServiceWorker.js': ['text/javascript', worker],
  };
  const reached: string[] = [];
  const server: Server = createServer((request, response) => {
    const url = request.url?.split('?')[0] ?? '';
    if (url.startsWith('/api/')) reached.push(url);
    const [type, body] = files[url] ?? [];
    if (type) response.setHeader('content-type', type).end(body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    reached,
    close: () => void server.close(),
  };
}

async function bundle(msw: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: {
      conditions: ['@issue-tracking/source', 'module', 'browser'],
      alias: [{ find: /^msw(?=\/|$)/, replacement: msw }],
    },
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      lib: { entry: fileURLToPath(new URL('../../../test/pages/asks.ts', import.meta.url)), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [result] = [built].flat();
  if (!result || !('output' in result)) throw new Error('Vite has built nothing');
  return result.output[0].code;
}
