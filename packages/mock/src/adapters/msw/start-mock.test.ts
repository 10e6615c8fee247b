import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isLong, some } from '../../../../../tools/testing/seeds.ts';
import { sharedChromium } from '../../../../../tools/testing/shared-chromium.ts';
import { call, type MockSite, outputOf, serveMockSite, workerScript } from '../../../test/mock-site.ts';

describe.each(some(['msw', 'msw2']))('a page with the worker of %s', { tags: 'chromium' }, (msw) => {
  let browser: Browser;
  let site: MockSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([sharedChromium(), serveMockSite(msw)]);
  });
  afterAll(() => site?.close());

  async function newContext() {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    // MSW's keep-alive message may restart a worker that Chromium stops for its replacement, which waits five minutes then.
    await context.addInitScript('setInterval = () => 0');
    site.reached.length = 0;
    return context;
  }

  test('a frame opened alone and then within a page gets responses of the mock both times: nothing goes out', async () => {
    const context = await newContext();
    const page = await context.newPage();
    for (let round = 0; round < (isLong ? 3 : 1); round++) {
      await page.goto(`${site.url}/page.html`);
      expect(await outputOf(page)).toBe('200 1');
      await page.goto(`${site.url}/frame.html`);
      expect(await outputOf(await frameOf(page))).toBe('200 1');
    }
    expect(site.reached).toEqual([]);
  });

  describe('when a new version of the worker script takes over', () => {
    /** Opens two tabs. The mock runs in the first; `url` is the address of its page. */
    async function openTabs(url: string) {
      const context = await newContext();
      const [first, second] = [await context.newPage(), await context.newPage()];
      await first.goto(url);
      expect(await outputOf(first)).toBe('200 1');
      return [first, second] as const;
    }

    /** It looks up the tabs that it had before so slowly that it controls them by then, and asks them about all requests. */
    async function publishWorker() {
      const original = await workerScript(msw);
      onTestFinished(() => void site.files.set('/mockServiceWorker.js', original));
      site.files.set('/mockServiceWorker.js', { ...original, body: `${slowLookup}${original.body}` });
    }

    test('open tabs are loaded again, once, and keep their session', async () => {
      const address = `${site.url}/page.html?options={"persist":"session"}`;
      const tabs = await openTabs(address);
      const [first, second] = tabs;
      await second.goto(address);
      expect(await outputOf(second)).toBe('200 1');
      await call(first, 'block');
      const warnings: string[] = [];
      first.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));

      await publishWorker();
      const reloaded = Promise.all(tabs.map((tab) => tab.waitForEvent('load')));
      await first.evaluate(
        'navigator.serviceWorker.getRegistration().then((registration) => void registration.update())',
      );
      await reloaded;
      for (const tab of tabs) expect(await outputOf(tab)).toBe('200 1');
      expect(await call(first, 'statusOf')).toBe('blocked');
      expect(await call(second, 'statusOf')).toBe('open');
      expect(warnings).toEqual([
        expect.stringMatching(/was replaced by .*mockServiceWorker\.js\. The page reloads\.$/),
      ]);
      expect(site.reached).toEqual([]);
    });

    test('a tab whose mock starts at that moment is loaded again', async () => {
      const address = `${site.url}/page.html`;
      const [first, second] = await openTabs(address);
      await publishWorker();
      // MSW has chosen the old worker, and started the update; its first message arrives too late.
      await second.addInitScript(() => {
        const { postMessage } = ServiceWorker.prototype;
        const replaced = new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve),
        );
        if (sessionStorage.getItem('loaded')) return;
        sessionStorage.setItem('loaded', 'yes');
        ServiceWorker.prototype.postMessage = async function (this: ServiceWorker, message: unknown) {
          await replaced;
          postMessage.call(this, message);
        };
      });
      await second.goto(address);
      for (const tab of [first, second]) expect(await outputOf(tab)).toBe('200 1');
      expect(site.reached).toEqual([]);
    });
  });

  test('each tab has a mock of its own, and a client that counts its own requests', async () => {
    const context = await newContext();
    const [one, other] = [await context.newPage(), await context.newPage()];
    for (const page of [one, other]) {
      await page.goto(`${site.url}/page.html`);
      expect(await outputOf(page)).toBe('200 1');
    }
    expect(await call(one, 'block')).toBe('blocked');
    expect(await call(other, 'statusOf')).toBe('open');
    const used = (page: Page) => page.evaluate('client.rateLimit.used');
    expect([await used(one), await used(other)]).toEqual([1, 1]);
    await one.evaluate("mock.faults.add({ status: 429, headers: { 'retry-after': '60' } })");
    await expect(call(one, 'statusOf')).rejects.toThrow('RateLimitError');
    expect(await call(other, 'statusOf')).toBe('open');
    await one.close();
    expect(await call(other, 'statusOf')).toBe('open');
    expect(site.reached).toEqual([]);
  });
});

const slowLookup = `
  const matchAll = clients.matchAll.bind(clients);
  clients.matchAll = async (options) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return matchAll(options);
  };
`;

async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.waitForSelector('iframe');
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('The page has no frame');
  return frame;
}
