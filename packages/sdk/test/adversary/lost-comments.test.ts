import { ConnectionError, IssueTrackingError } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { isLong } from '../../../../tools/testing/seeds.ts';
import { against } from './against.ts';
import { losses } from './draw.ts';
import { person } from './service/service.ts';
import type { CommentText, Loss, Switches } from './service/switches.ts';

const content = '  Cafe\u0301 <b>&\u200b"more"</b>\r\nsecond line \r\n';
const forms: CommentText[] = ['verbatim', 'trim', 'lf', 'nfc', 'html', 'no-zero-width'];
const caps: Switches['commentCap'][] = [undefined, { keep: 'first', count: 3 }, { keep: 'last', count: 3 }];
const persons: Switches['otherPerson'][] = ['nothing', 'the same comment', 'another comment'];

/** One comment on an issue that has five, of which one has the same text; the response to it is lost. */
async function create(loss: Loss, switches: Partial<Switches>, seed: number) {
  const { clock, service, client } = against({ landsWithinMs: 20_000, ...switches }, { seed });
  for (const text of ['a', 'b', 'c', 'd', content]) service.comment(1, text, clock.now() - 60_000);
  service.nextWritesMeet.push(loss);
  const created = client({ timeout: 5_000, deadline: 120_000 }).issues.comments.create(
    'prj_web',
    1,
    { content },
    { onLostResponse: 'check' },
  );
  const [result] = await clock.run(Promise.allSettled([created]));
  await clock.run(service.atRest());
  const ours = service.comments(1).filter(({ authorName }) => authorName !== person);
  const id = result?.status === 'fulfilled' ? result.value.id : undefined;
  const error = result?.status === 'rejected' ? result.reason : undefined;
  return { stored: ours.length, isOurs: ours.some((one) => one.id === id), id, error };
}

test.each(losses)(
  '[EP-12] with onLostResponse: "check" and the loss "%s" no comment is doubled, and none is lost without an error that says so',
  async (loss) => {
    let seed = 0;
    for (const form of forms) {
      for (const commentCap of caps) {
        for (const readLagMs of [0, 500, 10_000]) {
          for (const otherPerson of persons) {
            seed++;
            // Every eleventh combination still has each choice: no circumstance has a multiple of eleven.
            if (!isLong && seed % 11 > 0) continue;
            const { stored, id, error } = await create(
              loss,
              { commentText: [form], commentCap, readLagMs, otherPerson },
              seed,
            );
            const where = JSON.stringify({ seed, form, commentCap, readLagMs, otherPerson });
            expect(stored, `${where}: stored`).toBeLessThanOrEqual(1);
            if (id === undefined) {
              expect(error, where).toBeInstanceOf(IssueTrackingError);
              if (stored > 0) expect(error.mayHaveBeenApplied, where).toBe(true);
              // A user's comment of the same text can't be told from ours: no client can keep more than that.
            } else if (otherPerson !== 'the same comment') expect(stored, `${where}: said to be there`).toBe(1);
          }
        }
      }
    }
  },
  120_000,
);

test.each(forms)('[EP-12] an applied comment is found by a service that stores its text as %s', async (form) => {
  for (const loss of ['reset, landed', 'timeout, landed', 'cut'] as const) {
    const { stored, isOurs, error } = await create(loss, { commentText: [form] }, 1);
    expect({ stored, isOurs, error }, loss).toEqual({ stored: 1, isOurs: true, error: undefined });
  }
});

test('[EP-12] a comment whose connection was refused is sent again', async () => {
  const { stored, isOurs } = await create('refused', {}, 1);
  expect({ stored, isOurs }).toEqual({ stored: 1, isOurs: true });
});

test('[EP-12] without a check a lost response is reported and the comment is not sent again', async () => {
  const { service, client, clock } = against();
  service.nextWritesMeet.push('reset, landed');
  const created = client().issues.comments.create('prj_web', 1, { content });
  await expect(clock.run(created)).rejects.toThrow(ConnectionError);
  await expect(created).rejects.toMatchObject({ mayHaveBeenApplied: true });
  expect(service.comments(1)).toHaveLength(1);
});
