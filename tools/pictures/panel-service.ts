import { createMock, type Mock, virtualClock } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import type { Page } from 'playwright';
import { serveHttp } from '../../packages/mock/src/server/listen.ts';
import { serverLimits } from '../../packages/mock/src/server/listen-options.ts';

/** Serves the demo world after a minute of an application's requests, with the built panel of a folder. */
export async function serveUsed(panelFolder: string) {
  const mock = createMock({
    world: demoWorld(),
    // Its own jumps are no changes of a user, which the timeline would show.
    clock: virtualClock({ now: '2026-10-30T17:00:00.000Z', auto: true }),
  });
  const server = await serveHttp(mock, {}, serverLimits, panelFolder);
  await useService(mock, server.url);
  return {
    close: () => server.close(),
    async openView(page: Page, place: string): Promise<void> {
      await page.goto(`${server.url}/__mock/ui/#/${place}`, { waitUntil: 'load' });
      await page.getByRole('main').waitFor();
      // Wait for the view's last responses: the page has already requested them, and draws them a frame later.
      await page.waitForTimeout(1000);
    },
  };
}

/** Sends an application's requests of one minute, failures included. */
async function useService(mock: Mock, url: string): Promise<void> {
  const send = (method: string, path: string, body?: unknown, key = 'svc_acme_demo') =>
    fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {});
  const issue = '/projects/prj_web/issues/21';
  const steps: (() => unknown)[] = [
    () => send('GET', '/projects'),
    () => send('GET', '/projects/prj_web/issues?status=open&limit=20'),
    () => send('GET', '/projects/prj_web/issues?status=open&limit=20&page=2'),
    () => send('GET', issue),
    () => send('GET', `${issue}/comments`),
    () => send('GET', `${issue}/console-logs?level=error`),
    () => send('GET', `${issue}/network-logs`),
    () => send('PATCH', issue, { status: 'in_progress' }),
    () => send('POST', `${issue}/comments`, { content: 'Codes of a second phone are accepted.' }),
    () => mock.faults.add({ endpoint: 'issues.list', status: 503 }),
    () => send('GET', '/projects/prj_web/issues?label=login'),
    () => send('GET', '/projects/prj_web/issue/21'),
    () => send('PATCH', issue, { status: 'verified' }),
    () => send('GET', '/projects', undefined, 'svc_acme_old'),
    () => mock.faults.add({ endpoint: 'issues.update', status: 503, times: 3 }),
    () => mock.faults.add({ endpoint: 'issues.comments.create', when: 'after', drop: true, times: null }),
    () => send('POST', `${issue}/comments`, { content: 'Fixed in 4f2c1e.' }),
    () => mock.faults.add({ endpoint: 'issues.list', delayMs: 3000 }),
    () => send('PATCH', issue, { status: 'fix_submitted' }),
    () => send('GET', issue),
  ];
  for (const step of steps) {
    await step();
    await mock.clock.sleep(1370);
  }
  await fetch(`${url}/__mock/snapshot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'before the release' }),
  });
}
