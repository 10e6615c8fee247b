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

    test('a tab whose mock starts at that moment is loaded again, with a mock and a client of its own', async () => {
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
      const loaded: string[] = [];
      first.on('load', () => loaded.push('first'));
      second.on('load', () => loaded.push('second'));
      await second.goto(address);
      await expect.poll(() => loaded.toSorted()).toEqual(['first', 'second', 'second']);
      for (const tab of [first, second]) expect(await outputOf(tab)).toBe('200 1');

      expect(await call(first, 'block')).toBe('blocked');
      expect(await call(second, 'statusOf')).toBe('open');
      const used = (page: Page) => page.evaluate('client.rateLimit.used');
      expect([await used(first), await used(second)]).toEqual([1, 1]);
      await first.evaluate("mock.faults.add({ status: 429, headers: { 'retry-after': '60' } })");
      await expect(call(first, 'statusOf')).rejects.toThrow('RateLimitError');
      expect(await call(second, 'statusOf')).toBe('open');
      await first.close();
      expect(await call(second, 'statusOf')).toBe('open');
      expect(site.reached).toEqual([]);
    });
  });
});

// `test/whole-api.browser.test.ts` has the failures that need no page of their own.
describe('a page whose worker cannot start', { tags: 'chromium' }, () => {
  let browser: Browser;
  let site: MockSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([sharedChromium(), serveMockSite('msw')]);
    site.files.set('/folder/mockServiceWorker.js', await workerScript('msw'));
    site.files.set('/moved.js', { type: 'text/plain', body: '', status: 302, headers: { location: '/login' } });
  });
  afterAll(() => site?.close());

  /** Opens the page. Returns its output and what it has written to the console. */
  async function open(search: Record<string, string> = {}) {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const printed: string[] = [];
    page.on('console', (message) => printed.push(`${message.type()}: ${message.text()}`));
    await page.goto(`${site.url}/page.html?${new URLSearchParams(search)}`);
    return { page, output: (await outputOf(page)) ?? '', printed };
  }

  test('fails with a fix and sends no request if the worker script is in another folder, and where it is none', async () => {
    const options = { serviceWorker: { url: '/folder/mockServiceWorker.js' } };
    const { page, output, printed } = await open({ options: JSON.stringify(options) });
    expect(output).toMatch(/runs, but does not control this page.*serviceWorker\.url/);
    expect(printed).toContain(output.replace('failed:', 'error:'));
    expect(await call(page, 'start', '/page.html')).toMatch(
      /has no script, but a file of type text\/html\. .*msw init/,
    );
    expect(await call(page, 'start', '/moved.js')).toMatch(/The script is behind a redirect/);
    expect(site.reached).toEqual([]);
  });

  test.each(
    some(["worker-src 'none'", "default-src 'self'; child-src 'none'", "script-src 'self'; worker-src https:"]),
  )('fails under the content security policy "%s" and names the needed directive', async (policy) => {
    expect((await open({ policy })).output).toMatch(
      /did not start\. The page's content security policy forbids it\. Allow worker-src 'self'/,
    );
  });

  test('works with a worker script of MSW 2, and MSW warns', async () => {
    const own = await workerScript('msw');
    onTestFinished(() => void site.files.set('/mockServiceWorker.js', own));
    site.files.set('/mockServiceWorker.js', await workerScript('msw2'));
    const { output, printed } = await open();
    expect(output).toBe('200 1');
    expect(printed.join()).toMatch(/generated by a different version of MSW \(2\..*npx msw init/s);
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
