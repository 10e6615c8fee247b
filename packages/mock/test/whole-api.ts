import { createMock, type Mock, virtualClock } from '@issue-tracking/mock';
import { describe, expect, test } from 'vitest';
import { isLong } from '../../../tools/testing/seeds.ts';
import { type Answer, answerOf, start, world } from './fixture.ts';
import { type Ask, type Needed, optionsOf, type Script } from './whole-api-script.ts';
import { scripts } from './whole-api-scripts.ts';

/** An open adapter. */
export interface OpenAdapter {
  readonly fetch: typeof fetch;
  /** Base URL of the API behind this adapter. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** A way to send requests to a mock. */
export interface Adapter {
  readonly name: string;
  open(mock: Mock): Promise<OpenAdapter>;
  /** Abilities that the adapter lacks, and rejects. */
  readonly cannot?: readonly Needed[];
}

/** The response, or the failure of the request. */
type Outcome = Answer | 'no answer' | 'broken off';

/** `mock.fetch` itself. */
export const direct: Adapter = {
  name: 'mock.fetch',
  open: async ({ fetch, baseUrl }) => ({ fetch, baseUrl, close: async () => {} }),
};

/**
 * Tests the whole API through one adapter. Each script runs through the adapter and through `mock.fetch` of an equal mock, and
 * must get the same statuses, bodies and headers.
 */
export function wholeApi(adapter: Adapter): void {
  describe(`through ${adapter.name},`, () => {
    for (const [title, script] of Object.entries(scripts)) {
      if (script.needs !== undefined && adapter.cannot?.includes(script.needs)) continue;
      test(title, async () => {
        const through = await run(script, adapter);
        expect(through.map(statusOf)).toEqual(script.expected);
        expect(through).toEqual(await run(script, direct));
      });
    }

    test('each response has the date of the clock, unless a fault sets another [GEN-4]', async () => {
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

    test('a response has no body if and only if HTTP allows none for its status [ERR-5]', async () => {
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
  // Destructured: the fetch of a browser throws if it is called as a method of another object.
  const { fetch, baseUrl, close } = await adapter.open(mock);
  const outcomes: Outcome[] = [];
  const ask: Ask = async (method, path, request) => {
    const response = await fetch(`${baseUrl}/api${path}`, optionsOf(method, request)).catch(() => undefined);
    outcomes.push(response ? await answerOf(response).catch(() => 'broken off' as const) : 'no answer');
  };
  try {
    await play(ask, mock);
  } finally {
    await close();
  }
  return outcomes;
}

/** Statuses that `fetch` handles itself: it follows redirects, resends after 421, and fails after 407. */
const followed = new Set([301, 302, 303, 307, 308, 407, 421]);

/** The first and last of each hundred; all statuses in the long run. */
const statuses = Array.from({ length: 400 }, (_, index) => 200 + index).filter(
  (status) => !followed.has(status) && (isLong || status % 100 <= 10 || status % 100 === 99),
);

/** Opens a mock of the fixture's world behind an adapter. The caller disposes it. */
async function open(adapter: Adapter) {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), rateLimit: false });
  // Destructured: the fetch of a browser throws if it is called as a method of another object.
  const { fetch, baseUrl, close } = await adapter.open(mock);
  const get = (path: string) => fetch(`${baseUrl}/api${path}`, { headers: { authorization: 'Bearer svc_acme' } });
  return { mock, get, [Symbol.asyncDispose]: close };
}
