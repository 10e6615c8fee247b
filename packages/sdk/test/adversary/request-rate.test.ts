import { expect, test } from 'vitest';
import { seeds } from '../../../../tools/testing/seeds.ts';
import { against, fulfilled, times } from './against.ts';
import type { Switches } from './service/switches.ts';

/** Twenty workers, so many calls in all. */
async function work(calls: number, switches: Partial<Switches>, seed: number, timeout = 30_000) {
  const { client, clock, service } = against(switches, { seed });
  const one = client({ timeout });
  let left = calls;
  let ok = 0;
  const worker = async () => {
    while (left-- > 0) {
      await one.issues.get('prj_web', 1).then(
        () => ok++,
        () => undefined,
      );
    }
  };
  await clock.run(Promise.all(times(20, worker)));
  await clock.run(service.atRest());
  return { ok, limited: service.counts.limited };
}

test.each(seeds(1, 3))(
  '[LIM-1] 250 calls with latencies up to 5 s cause no 429 at a service that counts on arrival (seed %i)',
  async (seed) => {
    expect(await work(250, { latencyMs: [5, 5_000] }, seed)).toEqual({ ok: 250, limited: 0 });
  },
  60_000,
);

test.each(seeds(1, 3))(
  '[LIM-1] a gateway that responds 504 and still forwards requests causes no 429 (seed %i)',
  async (seed) => {
    const gateway: Partial<Switches> = { lossRate: 0.5, losses: ['504, lands late'], landsWithinMs: 10_000 };
    expect((await work(200, { latencyMs: [5, 300], ...gateway }, seed, 10_000)).limited).toBe(0);
  },
  60_000,
);

test.each(seeds(1, 2))(
  '[LIM-1] requests that time out and still arrive cause no 429 (seed %i)',
  async (seed) => {
    const slow: Partial<Switches> = { lossRate: 0.3, losses: ['timeout, lands late'], landsWithinMs: 10_000 };
    expect((await work(200, { latencyMs: [5, 300], ...slow }, seed, 10_000)).limited).toBe(0);
  },
  60_000,
);

test.each(['plain', 'list', 'decimal', 'date'] as const)(
  '[LIM-2] all calls wait for a Retry-After in the form %s',
  async (retryAfter) => {
    const { client, service, all } = against({ rate: { limit: 5, windowMs: 20_000 }, retryAfter });
    const one = client({ retry: { limit: 10 } });
    expect(fulfilled(await all(times(12, () => one.issues.get('prj_web', 1))))).toBe(12);
    expect(service.counts.limited).toBeGreaterThan(0);
    const waitMs = (value: string, at: number) =>
      retryAfter === 'date' ? Date.parse(value) - at - 1 : Number.parseFloat(value) * 1000 - 1;
    expect(service.counts.tooEarly(waitMs)).toBe(0);
  },
);

test('[LIM-2] the Retry-After of a 429 with a truncated body is waited for', async () => {
  const { client, service, clock } = against();
  let first = true;
  service.override = () => {
    if (!first) return undefined;
    first = false;
    const headers = { 'content-type': 'application/json', 'retry-after': '30' };
    return { kind: 'answer', cut: true, answer: { status: 429, headers, body: '{"error":"Too many requests"}' } };
  };
  await clock.run(client().issues.get('prj_web', 1));
  expect(service.counts.tooEarly((value) => Number(value) * 1000 - 1)).toBe(0);
});
