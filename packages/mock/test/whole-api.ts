import { createMock, type Mock, virtualClock } from '@issue-tracking/mock';
import { describe, expect, test } from 'vitest';
import { type Answer, answerOf, start, world } from './fixture.ts';
import type { Ask, Script } from './whole-api-script.ts';
import { scripts } from './whole-api-scripts.ts';

/** A way in to a mock that has been opened. */
export interface OpenAdapter {
  readonly fetch: typeof fetch;
  /** Where the API is behind this adapter. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** What not every adapter can do. */
export type Needed = 'truncate';

/** A way in to the mock. */
export interface Adapter {
  readonly name: string;
  open(mock: Mock): Promise<OpenAdapter>;
  /** What it can't carry out, and refuses at once. */
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
      const skipped = script.needs !== undefined && adapter.cannot?.includes(script.needs);
      test.skipIf(skipped)(title, async () => {
        const through = await run(script, adapter);
        expect(through.map(statusOf)).toEqual(script.expected);
        expect(through).toEqual(await run(script, direct));
      });
    }
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
