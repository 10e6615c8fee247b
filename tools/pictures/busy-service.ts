import { join } from 'node:path';
import { createMock, virtualClock } from '@issue-tracking/mock';
import type { Page } from 'playwright';
import { shopIssues } from '../../examples/triage-board/src/shop-issues.ts';
import { serveHttp } from '../../packages/mock/src/server/listen.ts';
import { serverLimits } from '../../packages/mock/src/server/listen-options.ts';
import { serveBoard } from './serve-board.ts';

const accessToken = 'oat_mara_of_the_web_shop';

/** Serves the triage board, whose service has reached its rate limit, and the service's panel, which explains it. */
export async function serveBusy(folder: string) {
  const mock = createMock({
    world: {
      organizations: [
        {
          id: '00000000-0000-4000-8000-00000000000a',
          slug: 'acme',
          name: 'Acme',
          projects: [{ id: 'prj_web', slug: 'web', name: 'Web shop', issues: shopIssues }],
        },
      ],
      users: [{ id: 'usr_mara', name: 'Mara', organizations: ['acme'], accessTokens: [{ token: accessToken }] }],
    },
    clock: virtualClock({ now: '2026-04-08T09:30:00.000Z', auto: false }),
  });
  const server = await serveHttp(mock, {}, serverLimits, join(folder, 'panel/'));
  const board = await serveBoard(join(folder, 'board'), { url: server.url, accessToken });

  return {
    /** Sharp enough for a README on a screen with two pixels per point. */
    deviceScaleFactor: 1.5,
    async close(): Promise<void> {
      await board.close();
      await server.close();
    },
    /** Sends requests, of which the service takes 100 per minute. */
    async useRate(requests: number): Promise<void> {
      mock.reset();
      for (let count = 0; count < requests; count++) {
        const path = `/projects/prj_web/issues/${(count % 12) + 1}${['', '/comments', '/console-logs'][Math.floor(count / 12) % 3]}`;
        await fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${accessToken}` } });
        await mock.clock.advance(400);
      }
    },
    async openBoard(page: Page): Promise<void> {
      await oneAfterTheOther(page);
      await page.goto(board.url);
      await page.getByText('The service is busy').first().waitFor();
    },
    async openPanel(page: Page): Promise<void> {
      const { length: number } = mock.requests.all();
      await page.goto(`${server.url}/__mock/ui/#/requests/${number}`);
      // The panel has the mock's own words, once it has them.
      const remedies = mock.why({ number }).flatMap((step) => step.remedies ?? []);
      for (const { text } of remedies) await page.getByRole('button', { name: text }).waitFor({ timeout: 10_000 });
    },
  };
}

/** Sends the page's requests one after the other, so that the same columns load each time. */
async function oneAfterTheOther(page: Page): Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  await page.route('**/api/v1/**', (route) => {
    before = before.then(async () => route.fulfill({ response: await route.fetch() }));
    return before;
  });
}
