import { createMock, type Mock, virtualClock } from '@issue-tracking/mock';
import { describe, expect, test } from 'vitest';
import { isLong } from '../../../tools/test/seeds.ts';
import { type Answer, answerOf, start, world } from './fixture.ts';
import type { Ask, Needed, Script } from './whole-api-script.ts';
import { scripts } from './whole-api-scripts.ts';

/** A way in to a mock that has been opened. */
export interface OpenAdapter {
  readonly fetch: typeof fetch;
  /** Base URL of the API behind this adapter. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** A way in to the mock. */
export interface Adapter {
  readonly name: string;
  open(mock: Mock): Promise<OpenAdapter>;
  /** Abilities that it lacks, and rejects. */
  readonly cannot?: readonly Needed[];
}

/** An answer, or how the request failed. */
type Outcome = Answer | 'no answer' | 'broken off';

/** `mock.fetch` itself. */
export const direct: Adapter = {
  name: 'mock.fetch',
  open: async ({ fetch, baseUrl }) => ({ fetch, baseUrl, close: async () => {} }),
};

/**
 * The whole API through one adapter. Each script runs through the adapter and through `mock.fetch` of a twin of the mock, and
 * must come to the same statuses, bodies and headers.
 */
export function wholeApi(adapter: Adapter): void {
  describe(`through ${adapter.name}`, () => {
    for (const [title, script] of Object.entries(scripts)) {
      if (script.needs !== undefined && adapter.cannot?.includes(script.needs)) continue;
      test(title, async () => {
        const through = await run(script, adapter);
        expect(through.map(statusOf)).toEqual(script.expected);
        expect(through).toEqual(await run(script, direct));
      });
    }

    test("every answer carries the date of the mock's clock, unless a fault sets another [GEN-4]", async () => {
      await using opened = await open(adapter);
      const { mock, get } = opened;
      const date = async () => (await get('/v1/projects')).headers.get('date');
      expect(await date()).toBe('Fri, 01 May 2026 12:00:00 GMT');
      await mock.clock.advance(1500);
      expect(await date()).toBe('Fri, 01 May 2026 12:00:01 GMT');
      expect((await get('/v1/nowhere')).headers.get('date')).toBe('Fri, 01 May 2026 12:00:01 GMT');
      mock.faults.add({ headers: { Date: 'Thu, 01 Jan 1970 00:00:00 GMT' } });
      expect(await date()).toBe('Thu, 01 Jan 1970 00:00:00 GMT');
    });

    test('whatever its status, an answer has a body exactly if HTTP gives that status one [ERR-5]', async () => {
      await using opened = await open(adapter);
      const { mock, get } = opened;
      const without: number[] = [];
      for (const status of statuses) {
        mock.faults.add({ status, when: 'after' });
        const response = await get('/v1/projects');
        expect(response.status).toBe(status);
        if ((await response.text()) === '') without.push(status);
      }
      expect(without).toEqual([204, 205, 304]);
    });
  });
}

function statusOf(outcome: Outcome): number | string {
  return typeof outcome === 'string' ? outcome : outcome.status;
}

async function run({ options, play }: Script, adapter: Adapter): Promise<Outcome[]> {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), rateLimit: false, ...options });
  // Taken out: a browser's fetch refuses to be called as a method of something else.
  const { fetch, baseUrl, close } = await adapter.open(mock);
  const outcomes: Outcome[] = [];
  const ask: Ask = async (method, path, { credential = 'svc_acme', body, headers = {} } = {}) => {
    const init: RequestInit = { method, headers: { ...headers } };
    if (credential !== null) init.headers = { authorization: `Bearer ${credential}`, ...init.headers };
    if (body !== undefined) {
      init.body = typeof body === 'string' ? body : JSON.stringify(body);
      init.headers = { 'content-type': 'application/json', ...init.headers };
    }
    const response = await fetch(`${baseUrl}/api${path}`, init).catch(() => undefined);
    outcomes.push(response ? await answerOf(response).catch(() => 'broken off' as const) : 'no answer');
  };
  try {
    await play(ask, mock);
  } finally {
    await close();
  }
  return outcomes;
}

/** Statuses that `fetch` itself handles: it follows redirects, asks again after 421, and fails when a proxy asks for a password. */
const followed = new Set([301, 302, 303, 307, 308, 407, 421]);

/** Of each hundred the first and the last; in the long run all there are. */
const statuses = Array.from({ length: 400 }, (_, index) => 200 + index).filter(
  (status) => !followed.has(status) && (isLong || status % 100 <= 10 || status % 100 === 99),
);

/** A mock of the fixture's world behind an adapter, closed when the test leaves it. */
async function open(adapter: Adapter) {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), rateLimit: false });
  // Taken out: a browser's fetch refuses to be called as a method of something else.
  const { fetch, baseUrl, close } = await adapter.open(mock);
  const get = (path: string) => fetch(`${baseUrl}/api${path}`, { headers: { authorization: 'Bearer svc_acme' } });
  return { mock, get, [Symbol.asyncDispose]: close };
}
