import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock } from '@issue-tracking/mock';
import { route } from '@issue-tracking/mock/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedChromium } from '../../../../tools/testing/shared-chromium.ts';

describe('route() in Chromium', { tags: 'chromium' }, () => {
  // A page of another origin than the service's, as an application's is.
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<h1>App</h1>'),
  );
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    browser = await sharedChromium();
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  async function openPage(): Promise<AsyncDisposable & { page: Page }> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(origin);
    return { page, [Symbol.asyncDispose]: () => context.close() };
  }

  test('lets a page of another origin write, with a preflight [GEN-2]', async () => {
    await using opened = await openPage();
    const mock = createMock();
    await route(opened.page, mock);
    const answer = await ask(opened.page, `${mock.baseUrl}/api/v1/projects/prj_web/issues/1`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer svc_mock', 'content-type': 'application/json' },
      body: '{"status":"blocked"}',
    });
    expect(answer).toMatchObject({ status: 200, body: { data: { issueNumber: 1, status: 'blocked' } } });
    expect(mock.requests.all()).toMatchObject([{ endpoint: 'issues.update', status: 200 }]);
  });

  test("lets a page send credentials: 'include'", async () => {
    await using opened = await openPage();
    const mock = createMock();
    await route(opened.page, mock);
    const answer = await ask(opened.page, `${mock.baseUrl}/api/v1/projects`, {
      credentials: 'include',
      headers: { authorization: 'Bearer svc_mock' },
    });
    expect(answer).toMatchObject({ status: 200 });
  });

  test('exposes Retry-After and WWW-Authenticate to a page of another origin [ERR-6]', async () => {
    await using opened = await openPage();
    const mock = createMock();
    await route(opened.page, mock);
    mock.faults.add({ status: 429, headers: { 'retry-after': '7' } });
    const url = `${mock.baseUrl}/api/v1/projects`;
    const refused = await ask(opened.page, url, { headers: { authorization: 'Bearer svc_mock' } });
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
    const anonymous = await ask(opened.page, url);
    expect(anonymous).toMatchObject({ status: 401, headers: { 'www-authenticate': expect.any(String) } });
  });

  test('makes fetch() fail in the page for a dropped connection', async () => {
    await using opened = await openPage();
    const mock = createMock();
    await route(opened.page, mock);
    mock.faults.add({ drop: true });
    const asked = ask(opened.page, `${mock.baseUrl}/api/v1/projects`, {
      headers: { authorization: 'Bearer svc_mock' },
    });
    await expect(asked).rejects.toThrow('Failed to fetch');
  });

  test('serves all pages of a context, but only below /api/', async () => {
    await using opened = await openPage();
    const context = opened.page.context();
    const mock = createMock({ baseUrl: `${origin}/tracker` });
    await route(context, mock);
    const other = await context.newPage();
    await other.goto(`${origin}/tracker/board`);
    expect(await other.textContent('h1')).toBe('App');
    const headers = { authorization: 'Bearer svc_mock' };
    expect(await ask(other, `${mock.baseUrl}/api/v1/projects`, { headers })).toMatchObject({ status: 200 });
    expect(await ask(opened.page, `${mock.baseUrl}/api/v1/projects`, { headers })).toMatchObject({ status: 200 });
  });

  test('ends the delay of a request that the page aborts', async () => {
    await using opened = await openPage();
    const mock = createMock();
    await route(opened.page, mock);
    mock.faults.add({ delayMs: 3_600_000 });
    const failed = opened.page.evaluate(async (url) => {
      const controller = new AbortController();
      addEventListener('give-up', () => controller.abort());
      const headers = { authorization: 'Bearer svc_mock' };
      return fetch(url, { headers, signal: controller.signal }).catch((error: Error) => error.name);
    }, `${mock.baseUrl}/api/v1/projects`);
    await expect.poll(() => mock.requests.all()).toHaveLength(1);
    await opened.page.evaluate(() => dispatchEvent(new Event('give-up')));
    expect(await failed).toBe('AbortError');
    // Resolves when no request is being answered any more.
    await opened.page.unrouteAll({ behavior: 'wait' });
  });

  test('rejects faults that truncate, until the page is closed', async () => {
    const mock = createMock();
    const opened = await openPage();
    await route(opened.page, mock);
    expect(() => mock.faults.add({ truncate: 10 })).toThrow(/Playwright cannot truncate a body/);
    await opened[Symbol.asyncDispose]();
    mock.faults.add({ truncate: 10 });

    await using next = await openPage();
    await expect(route(next.page, mock)).rejects.toThrow(/Playwright cannot truncate a body/);
  });
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** `fetch` in the page. */
function ask(page: Page, url: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = init;
  return page.evaluate(
    async ([address, options]) => {
      const response = await fetch(address, options);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: (await response.json()) as unknown,
      };
    },
    [url, { method, headers, ...(typeof body === 'string' && { body }) }] as const,
  );
}
