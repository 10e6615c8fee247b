import type { ClientOptions } from '@issue-tracking/sdk';
import { describe, expect, test } from 'vitest';
import { times } from './adversary/against.ts';
import { errorResponse, json, never, scripted } from './support/scripted-service.ts';

// A caller that gives a call up costs the next caller nothing.

const second = 1_000;
const minute = 60 * second;

/** A service whose searches never end; everything else is answered after 5 ms. */
function setUp(options: Partial<ClientOptions> = {}) {
  const isOpen = new Set<Request>();
  const service = scripted(
    [
      async (request, signal) => {
        if (new URL(request.url).searchParams.has('q')) {
          isOpen.add(request);
          return never(request, signal).finally(() => isOpen.delete(request));
        }
        await service.clock.sleep(5);
        return json({ data: [], total: 0, page: 1, totalPages: 0 });
      },
    ],
    options,
  );
  const list = () => service.client.issues.list('prj_web');
  /** Makes a search, and gives it up after 60 ms. */
  async function giveUp() {
    const { client, clock } = service;
    const stop = new AbortController();
    const search = client.issues.list('prj_web', { q: 'login' }, { signal: stop.signal }).catch((error) => error.name);
    await clock.sleep(60);
    stop.abort();
    return search;
  }
  return { ...service, list, giveUp, open: () => isOpen.size };
}

describe('with a credential that has worked,', () => {
  test.each([
    ['an abort', undefined],
    ['a deadline', { deadline: 300 }],
    ['a timeout', { timeout: 300, retry: false }],
  ] as const)('%s cancels the request and frees its place at once [AUTH-7]', async (_, options) => {
    const { client, list, giveUp, open, elapsed } = setUp();
    await list();
    const search = () => client.issues.list('prj_web', { q: 'login' }, options).catch(() => {});
    await (options ? search() : giveUp());
    expect(open()).toBe(0);
    const before = elapsed();
    await list();
    expect(elapsed() - before).toBe(5);
  });

  test('searching as you type delays a later call by at most a second [AUTH-7]', async () => {
    const { list, giveUp, elapsed } = setUp();
    await list();
    for (const _ of times(8, () => {})) {
      await giveUp();
      const before = elapsed();
      await list();
      expect(elapsed() - before).toBeLessThanOrEqual(second + 5);
    }
  });

  test('of four calls given up together, two stay for their status, for at most 5 s [AUTH-7]', async () => {
    const { list, giveUp, open, clock } = setUp();
    await list();
    await Promise.all(times(4, giveUp));
    expect(open()).toBe(2);
    await clock.sleep(5 * second + 1);
    expect(open()).toBe(0);
    await list();
  });
});

test('with a credential that has not worked yet, a request stays for its status for at most 5 s [AUTH-7]', async () => {
  const { giveUp, open, clock, list } = setUp();
  expect(await giveUp()).toBe('AbortError');
  expect(open()).toBe(1);
  await clock.sleep(5 * second - 1);
  expect(open()).toBe(1);
  await clock.sleep(2);
  expect(open()).toBe(0);
  await list();
});

test('closing the client ends what stays for its status', async () => {
  const { client, giveUp, open } = setUp();
  await giveUp();
  await client.close();
  expect(open()).toBe(0);
});

test.each([
  ['a bad key', 0],
  ['a key that is revoked meanwhile', 5],
])('giving calls up with %s leads to at most four rejections in 15 minutes [AUTH-7]', async (_, worksFor) => {
  const service = scripted([
    async (_request, signal) => {
      const number = service.requests.length;
      if (number <= worksFor) return json({ data: [], total: 0 });
      // A cancelled request is rejected all the same: the service counts when it arrives.
      if (number - worksFor > 4) throw new Error(`rejection ${number - worksFor}`);
      await service.clock.sleep(100, signal);
      return errorResponse(401, 'Invalid API key');
    },
  ]);
  const { client, clock, requests } = service;
  for (const _ of times(worksFor, () => {})) await client.projects.list();
  for (const _ of times(100, () => {})) {
    const stop = new AbortController();
    const call = client.projects.list({}, { signal: stop.signal }).catch(() => {});
    await clock.sleep(50);
    stop.abort();
    await call;
    await clock.sleep(100);
  }
  expect(requests.length - worksFor).toBeLessThanOrEqual(4);
  expect(clock.now()).toBeLessThan(Date.parse('2026-04-01T09:30:00.000Z') + 15 * minute);
});
