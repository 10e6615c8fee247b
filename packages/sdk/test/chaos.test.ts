import { setImmediate } from 'node:timers/promises';
import { createMock, type Fault, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient, IssueTrackingError } from '@issue-tracking/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { randomFrom } from '../../../tools/testing/random.ts';
import { seeds } from '../../../tools/testing/seeds.ts';
import { faultTable } from './fault-table.ts';

const all = seeds(40, 10_000);
const deadline = 300_000;
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
});

test(`${all.length} seeded runs of calls under random faults lose or double no comment, and end by their deadline`, async () => {
  const endings = new Map<string, number>();
  for (const seed of all) {
    for (const ending of await run(seed)) endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }
  await setImmediate();
  expect(unhandled).toEqual([]);
  // The runs are worth something only when calls ended in many ways.
  if (all.length >= 300) expect(endings.size, [...endings.keys()].join(', ')).toBeGreaterThan(8);
}, 3_600_000);

/** One mock, one client, a handful of faults and a dozen calls at once. Says how the calls ended. */
async function run(seed: number): Promise<string[]> {
  const random = randomFrom(seed);
  const mock = createMock({ seed, clock: virtualClock({ now: '2026-04-01T09:00:00.000Z', auto: true }) });
  const client = new IssueTrackingClient({ ...mock.clientOptions, deadline, timeout: 20_000 });
  for (let n = random.below(6); n > 0; n--) {
    const { fault } = random.pick(faultTable);
    mock.faults.add({ ...fault, times: 1 + random.below(3), endpoint: random.pick(faultEndpoints) });
  }
  const started = mock.clock.now();
  let lastSettled = started;
  const aborting = new AbortController();

  const calls = Array.from({ length: 12 }, async (_, n) => {
    const signal = random.below(6) === 0 ? aborting.signal : undefined;
    const label = `seed ${seed}, call ${n}`;
    const kind = random.below(4);
    const content = `comment ${n} of run ${seed}`;
    try {
      if (kind === 0) await client.issues.get('prj_web', 1, { ...(signal && { signal }) });
      if (kind === 1)
        await client.issues.list('prj_web', { limit: 1 }, { ...(signal && { signal }) }).toArray({ max: 10 });
      if (kind === 2) await client.issues.update('prj_web', 2, { priority: 'high' }, { ...(signal && { signal }) });
      if (kind === 3) {
        const onLostResponse = random.below(2) ? 'check' : 'fail';
        await client.issues.comments.create('prj_web', 1, { content }, { onLostResponse, ...(signal && { signal }) });
      }
      return { label, ending: 'ok', content: kind === 3 ? content : undefined, applied: true };
    } catch (error) {
      expect(error instanceof IssueTrackingError, `${label}: ${error}`).toBe(true);
      const applied = error instanceof IssueTrackingError ? error.mayHaveBeenApplied && 'unknown' : 'unknown';
      return {
        label,
        ending: (error as Error).name,
        content: kind === 3 ? content : undefined,
        applied: applied ?? false,
      };
    } finally {
      // An iteration has the deadline for each of its pages.
      if (kind !== 1) lastSettled = mock.clock.now();
    }
  });
  if (random.below(2)) void mock.clock.sleep(random.below(30_000)).then(() => aborting.abort());
  const settled = await Promise.all(calls);

  expect(lastSettled - started, `seed ${seed}: time until all calls settled`).toBeLessThanOrEqual(deadline);
  mock.faults.clear();
  await mock.clock.advance(deadline);
  const { baseUrl, apiKey, fetch } = mock.clientOptions;
  const answer = await fetch(`${baseUrl}/api/v1/projects/prj_web/issues/1/comments`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const comments = ((await answer.json()) as { data?: { content: string }[] }).data ?? [];
  for (const { label, content, applied } of settled) {
    if (!content) continue;
    const times = comments.filter((comment) => comment.content === content).length;
    if (applied === 'unknown') expect(times, `${label}: comments`).toBeLessThanOrEqual(1);
    else expect(times, `${label}: comments`).toBe(applied ? 1 : 0);
  }
  return settled.map(({ ending }) => ending);
}

const faultEndpoints: NonNullable<Fault['endpoint']>[] = [
  'issues.get',
  'issues.list',
  'issues.update',
  'issues.comments.list',
  'issues.comments.create',
];
