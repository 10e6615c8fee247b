import { IssueTrackingError } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { seeds } from '../../../../tools/testing/seeds.ts';
import { against } from './against.ts';
import { losses } from './draw.ts';
import { stateAt } from './service/issues.ts';
import type { Loss, Switches } from './service/switches.ts';

async function update(planned: Loss[], switches: Partial<Switches>, seed: number) {
  const { clock, service, client } = against({ landsWithinMs: 2_000, latencyMs: [20, 300], ...switches }, { seed });
  service.nextWritesMeet.push(...planned);
  const options = { headers: { 'x-call': 'update' } };
  const updated = client({ timeout: 3_000 }).issues.update('prj_web', 1, { status: 'fix_submitted' }, options);
  const [result] = await clock.run(Promise.allSettled([updated]));
  const issue = service.issues.find(1);
  await clock.run(service.atRest());
  return {
    ok: result?.status === 'fulfilled',
    error: result?.status === 'rejected' ? result.reason : undefined,
    overwritten: service.counts.overwritten.has('update'),
    landed: issue?.states.filter(({ by }) => by === 'client').length,
    status: issue && stateAt(issue, clock.now()).status,
  };
}

/** Skews of `Date` against `updatedAt`, in milliseconds. */
const skews = [-3_600_000, -10_000, 0, 300, 2_000, 10_000, 55_000, undefined];

test.each(losses)(
  '[EP-9] after the loss "%s" no resent update overwrites a change by another user without an error, with any Date',
  async (loss) => {
    for (const dateSkewMs of skews) {
      for (const seed of seeds(1, 60)) {
        const result = await update([loss, loss], { verifies: 1, dateSkewMs }, seed);
        const where = JSON.stringify({ loss, dateSkewMs, seed, status: result.status });
        expect(result.ok && result.overwritten, `${where}: overwritten`).toBe(false);
        if (!result.ok) expect(result.error, where).toBeInstanceOf(IssueTrackingError);
        if (!result.ok && result.landed) expect(result.error.mayHaveBeenApplied, where).toBe(true);
      }
    }
  },
  120_000,
);

test.each(['reset, landed', 'timeout, landed', 'cut'] as const)(
  '[EP-9] after the loss "%s" an applied update resolves and is not sent again',
  async (loss) => {
    const { ok, landed, status } = await update([loss], {}, 1);
    expect({ ok, landed, status }).toEqual({ ok: true, landed: 1, status: 'fix_submitted' });
  },
);

test.each(['reset, never lands', '502, never lands', 'timeout, never lands'] as const)(
  '[EP-9] after the loss "%s" an update of an unseen issue is sent again',
  async (loss) => {
    const { ok, landed, status } = await update([loss], {}, 1);
    expect({ ok, landed, status }).toEqual({ ok: true, landed: 1, status: 'fix_submitted' });
  },
);
