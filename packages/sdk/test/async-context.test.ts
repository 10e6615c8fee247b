import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientOptions, Hooks } from '@issue-tracking/sdk';
import type { RateLimitStore } from '@issue-tracking/sdk/store';
import { expect, test } from 'vitest';
import { issue } from './support/records.ts';
import { errorResponse, json, scripted } from './support/scripted-service.ts';

const caller = new AsyncLocalStorage<string>();

/** Makes calls, each in a context of its own, and collects what ran in the context of which call. */
async function callAll(count: number, options: Partial<ClientOptions>) {
  const ran: { what: string; path: string; context: string | undefined }[] = [];
  const note = (what: string, path: string) => void ran.push({ what, path, context: caller.getStore() });
  const hooks: Hooks = {
    onRequest: ({ path }) => note('onRequest', path),
    onResponse: ({ path }) => note('onResponse', path),
    onRetry: ({ path }) => note('onRetry', path),
    onEnd: ({ path }) => note('onEnd', path),
    onWait: ({ path, reason }) => note(`onWait ${reason}`, path),
  };
  const log = (line: string) => note('logger', /\/api\S+/.exec(line)?.[0] ?? line);
  let busy = 10;
  const service = scripted(
    [
      async (request) => {
        const { pathname } = new URL(request.url);
        note('fetch', pathname);
        await service.clock.sleep(20);
        return busy-- > 0
          ? errorResponse(503, 'Busy')
          : json({ data: issue({ issueNumber: Number(pathname.split('/').at(-1)) }) });
      },
    ],
    { hooks, logger: { debug: log, info: log, warn: log, error: log }, logLevel: 'debug', ...options },
  );
  const calls = Array.from({ length: count }, (_, n) =>
    caller.run(`/api/v1/projects/prj_web/issues/${n + 1}`, () =>
      service.client.issues.get('prj_web', n + 1, n % 2 ? { deadline: 90_000 } : {}),
    ),
  );
  await Promise.allSettled(calls);
  return ran;
}

test('hooks, the logger and fetch run in the async context of their call', async () => {
  const ran = await callAll(60, { rateLimit: { requests: 20, windowMs: 2_000 } });
  const kinds = new Set(ran.map(({ what }) => what));
  for (const kind of [
    'onRequest',
    'onResponse',
    'onRetry',
    'onEnd',
    'onWait rate-limit',
    'onWait credential',
    'logger',
    'fetch',
  ])
    expect(kinds).toContain(kind);
  expect(ran.filter(({ path, context }) => path !== context)).toEqual([]);
});

test('the onWait hook of a call that waits for a token runs in the async context of that call', async () => {
  const accessToken = async () => 'token';
  const ran = await callAll(5, { apiKey: undefined, accessToken } as Partial<ClientOptions>);
  expect(ran.filter(({ what }) => what === 'onWait token')).toHaveLength(5);
  expect(ran.filter(({ path, context }) => path !== context)).toEqual([]);
});

test('a provider and a store are called in the async context of the call that asks', async () => {
  const asked: (string | undefined)[] = [];
  const store: RateLimitStore = {
    async acquire() {
      asked.push(caller.getStore());
      return { ok: true, slot: `${asked.length}` };
    },
    release: async () => {},
    pause: async () => {},
  };
  const apiKey = () => {
    asked.push(caller.getStore());
    return 'svc_key';
  };
  const service = scripted([json({ data: issue() })], { apiKey, rateLimit: { store } });
  await caller.run('first', () => service.client.issues.get('prj_web', 7));
  await caller.run('second', () => service.client.issues.get('prj_web', 7));
  expect(asked).toEqual(['first', 'first', 'second']);
});
