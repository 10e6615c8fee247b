import { route } from '@issue-tracking/mock/playwright';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { runs } from '../../../tools/testing/seeds.ts';
import { sharedChromium } from '../../../tools/testing/shared-chromium.ts';
import { exportedWorld } from './exported-world.ts';
import { type Adapter, wholeApi } from './whole-api.ts';

describe('in Chromium', { tags: 'chromium' }, () => {
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    context = await (await sharedChromium()).newContext();
    await context.route('https://app.example/', (held) =>
      held.fulfill({ contentType: 'text/html', body: '<h1>App</h1>' }),
    );
    page = await context.newPage();
    await page.goto('https://app.example/');
  });
  afterAll(() => context?.close());

  /** Requests of a page of another origin, through Playwright. */
  const pageRoute: Adapter = {
    name: "Playwright's page.route",
    cannot: ['truncate'],
    async open(mock) {
      await route(page, mock);
      return { fetch: fetchOf(page), baseUrl: mock.baseUrl, close: () => page.unrouteAll() };
    },
  };

  wholeApi(pageRoute);
  exportedWorld(pageRoute, runs(1, 10));
});

/** The page's own `fetch`, called from here. */
function fetchOf(page: Page): typeof fetch {
  return async (input, init = {}) => {
    const { method = 'GET', headers, body } = init;
    const sent = { method, headers: [...new Headers(headers)], ...(typeof body === 'string' && { body }) };
    const answer = await page.evaluate(
      async ([url, options]) => {
        const response = await fetch(url, options);
        return { status: response.status, headers: [...response.headers], text: await response.text() };
      },
      [String(input), sent] as const,
    );
    return new Response(answer.text || null, { status: answer.status, headers: answer.headers });
  };
}
