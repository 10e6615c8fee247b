import type { Comment } from '@issue-tracking/model';
import type { WithResponse } from '../call/api-promise.ts';
import { callEndpoint, callForItem, invalidArguments, prepare } from '../call/call-endpoint.ts';
import type { Core } from '../call/core.ts';
import { backoffMs } from '../call/retry-policy.ts';
import { IssueTrackingError } from '../errors/issue-tracking-error.ts';
import { ServerError } from '../errors/server-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import type { Arguments } from '../validation/arguments.ts';
import type { CommentCreateOptions } from './comments.ts';

/** How long a service may still be at work on a request whose connection broke, in milliseconds. */
const stillAtWorkMs = 1000;

/**
 * Adds a comment, and after a lost answer looks whether it is there before trying again. When more than one new
 * comment has the same content it can't tell which is its own, and rejects with the error of the loss. Nor can it tell
 * when someone else adds the same text in that very moment.
 */
export async function createOnce(
  core: Core,
  params: NonNullable<Arguments['params']>,
  comment: object,
  { onLostAnswer, ...options }: CommentCreateOptions,
): Promise<WithResponse<Comment>> {
  const { clock } = core;
  if (onLostAnswer !== 'check') {
    const details = [{ field: 'onLostAnswer', message: "must be 'fail' or 'check'" }];
    throw invalidArguments(core, 'issues.comments.create', details);
  }
  const args = { params, body: comment };
  const { request, settings } = prepare(core, 'issues.comments.create', args, options);
  const { content } = JSON.parse(request.body ?? '');
  const { deadline, retry, signal } = settings;
  // One deadline over all the requests and waits.
  const endsAt = clock.now() + (deadline ?? Number.POSITIVE_INFINITY);
  const rest = () => (deadline === undefined ? options : { ...options, deadline: Math.max(1, endsAt - clock.now()) });
  const list = () => callEndpoint(core, 'issues.comments.list', { params }, rest());

  const before = new Set((await list()).data.data.map(({ id }) => id));
  /** New comments with this content. */
  const added = async (): Promise<WithResponse<Comment[]>> => {
    const { data, response } = await list();
    return { data: data.data.filter((one) => one.content === content && !before.has(one.id)), response };
  };

  const pause = async (ms: number) => {
    // The deadline comes first. Nobody sees this: the loss is what is reported.
    if (clock.now() + ms >= endsAt) throw new Error();
    await clock.sleep(ms, signal);
  };

  for (let retries = 0; ; retries++) {
    try {
      return await callForItem(core, 'issues.comments.create', args, rest());
    } catch (error) {
      if (!(error instanceof IssueTrackingError && error.mayHaveBeenApplied)) throw error;
      try {
        let found = await added();
        if (found.data.length === 0) {
          await pause(patienceAfter(error, settings.timeout));
          found = await added();
        }
        const [mine, other] = found.data;
        if (mine && !other) return { data: mine, response: found.response };
        if (other || retries >= retry.limit) throw error;
        await pause(backoffMs(retries));
      } catch {
        // What keeps from looking tells nothing of the comment, unless the caller has given up.
        signal?.throwIfAborted();
        throw error;
      }
    }
  }
}

/** How long a request may still have its effect after its answer was lost in this way. */
function patienceAfter(error: IssueTrackingError, timeout: number): number {
  const slow = error instanceof TimeoutError || (error instanceof ServerError && error.status === 504);
  return slow ? timeout : stillAtWorkMs;
}
