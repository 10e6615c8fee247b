import type { Comment, ErrorDetail, List } from '@issue-tracking/model';
import { type CallResult, itemOf, perform, prepare, unsentCall } from '../call/call-endpoint.ts';
import type { ClientContext } from '../call/client-context.ts';
import type { RequestOptions } from '../call/settings.ts';
import { AbortError } from '../errors/client-errors.ts';
import { IssueTrackingError } from '../errors/issue-tracking-error.ts';
import { check, checkDuration } from '../validation/check-options.ts';
import { requestFor } from '../validation/request.ts';
import { isCount, isText } from '../validation/values.ts';
import { canonicalText } from './canonical-text.ts';
import type { IssueParams } from './read-issue.ts';

/** Options of a new comment. */
export type CommentCreateOptions = RequestOptions & (Checked | Unchecked);

interface Unchecked {
  /** `fail`, the default: when the response is lost, reject with `mayHaveBeenApplied: true`. */
  onLostResponse?: 'fail' | undefined;
  resendAfter?: undefined;
}

interface Checked {
  /**
   * The way to handle a lost response, after which the comment may or may not exist. `fail`, the default: reject with
   * `mayHaveBeenApplied: true`. `check`: list the comments before, and look for a new one with the same text for up to 15
   * seconds after the loss. If it is found, the call resolves with it; otherwise it rejects as with `fail`. This costs
   * one more request each time, and up to five after a loss. The comment is not sent again.
   *
   * The limit: if another user adds the same text at the same moment, their comment may be taken for yours.
   */
  onLostResponse: 'check';
  /**
   * With `onLostResponse: 'check'`: send the comment once more this many milliseconds after the loss, if until then the
   * whole list could be read and no comment was new. By default it isn't sent again; 60,000 is a sensible wait.
   *
   * The risk: a service that applies or shows the first request even later then has the comment twice.
   */
  resendAfter?: number | undefined;
}

/** Names of the options that only adding a comment has. */
export const createCommentRules = { options: ['onLostResponse', 'resendAfter'] };

/** The result of checking the list for our comment. */
type Seen = CallResult<Comment> | 'nothing new' | 'doubt';

/** Times of the checks for a comment whose response was lost, in milliseconds after the loss. */
const checksAfterMs = [0, 1_000, 3_000, 7_000, 15_000];

/**
 * Adds a comment. After a lost response it checks the list for the comment. If the list is inconclusive, it rejects
 * with the error of the loss.
 */
export async function createComment(
  client: ClientContext,
  params: IssueParams,
  comment: object,
  options: CommentCreateOptions,
): Promise<CallResult<Comment>> {
  const { onLostResponse, resendAfter } = options;
  const { clock } = client;
  const validate = (details: ErrorDetail[]) => {
    check(
      details,
      'onLostResponse',
      ['check', 'fail', undefined].includes(onLostResponse),
      "must be 'fail' or 'check'",
    );
    checkDuration('resendAfter', resendAfter, details);
    const isUsed = resendAfter === undefined || onLostResponse === 'check';
    check(details, 'resendAfter', isUsed, "goes only with onLostResponse: 'check'");
  };
  const rules = { ...createCommentRules, validate };
  const create = prepare(client, 'issues.comments.create', { params, body: comment }, options, rules);
  const list = { name: 'issues.comments.list', request: requestFor('issues.comments.list', { params }) } as const;
  // The comment as it is sent: the caller may change its own meanwhile.
  const ours = canonicalText(JSON.parse(create.request.body ?? '').content);
  const { deadline, signal, priority } = create.settings;
  // One deadline for all requests and waits together.
  const endsAt = clock.now() + (deadline ?? Number.POSITIVE_INFINITY);
  const ticket = client.queue.compositeTicket(priority, 1);
  const rest = () => ({
    ...create.settings,
    ticket,
    deadline: deadline === undefined ? undefined : Math.max(1, endsAt - clock.now()),
  });
  const readList = () => perform(client, { ...list, settings: rest() });
  const send = (isResend: boolean) => {
    ticket.next();
    // A closed client completes the call, but sends nothing again.
    const own = isResend ? { number: ticket.number, hasBegun: false } : ticket;
    return itemOf(perform(client, { ...create, settings: { ...rest(), ticket: own } }));
  };

  const before = await readList().catch((error: unknown) => {
    ticket.end();
    if (!(error instanceof AbortError)) throw error;
    throw new AbortError({ call: unsentCall(client, create.request), reason: error.cause });
  });
  const known = new Set(before.data.data.map(({ id }) => id));
  let alwaysWhole = true;

  const checkList = async (): Promise<Seen> => {
    const { data: list, done } = await readList();
    const [first, ...others] = list.data.filter(({ id }) => !known.has(id));
    // In a list that is cut off, ours may be in the missing part, and a comment that seems new may be old.
    if (!isWhole(before.data) || !isWhole(list) || others.length > 0) return 'doubt';
    // A comment that was there before and is missing was deleted, or this is an older state of the list.
    alwaysWhole &&= list.data.length - (first ? 1 : 0) === known.size;
    if (!first) return 'nothing new';
    return isText(first.content) && canonicalText(first.content) === ours ? { data: first, done } : 'doubt';
  };

  /** Checks the list at each of these times after the loss, until it has something new. */
  const pollList = async (times: readonly number[]): Promise<Seen> => {
    const lostAt = clock.now();
    for (const ms of times) {
      if (lostAt + ms >= endsAt) return 'doubt';
      const wait = lostAt + ms - clock.now();
      if (wait > 0) await client.lifetime.sleep(wait, signal);
      const seen = await checkList();
      if (seen !== 'nothing new') return seen;
      if (client.lifetime.closing.aborted) return 'doubt';
    }
    return 'nothing new';
  };

  // Sent once for each entry, whose times say when to check the list if the response is lost.
  const sendings = resendAfter === undefined ? [checksAfterMs] : [checksUntil(resendAfter), checksAfterMs];
  let loss: IssueTrackingError | undefined;
  for (const times of sendings) {
    try {
      return await send(loss !== undefined);
    } catch (error) {
      if (!(error instanceof IssueTrackingError)) throw error;
      loss ??= error;
      if (!error.mayHaveBeenApplied) break;
    }
    // If the list can't be read, report the loss.
    const seen = await pollList(times).catch(() => 'doubt' as const);
    if (typeof seen === 'object') return seen;
    if (seen === 'doubt' || !alwaysWhole) break;
  }
  if (!loss || !signal?.aborted || loss instanceof AbortError) throw loss;
  throw new AbortError({ call: loss, reason: signal.reason });
}

/** Whether a list has all comments, each with an `id`. */
function isWhole({ data, total }: List<Comment>): boolean {
  return isCount(total) && total <= data.length && data.every(({ id }) => isText(id));
}

/** Returns the usual times as far as they come before the end, and the end. */
function checksUntil(endMs: number): number[] {
  return [...checksAfterMs.filter((ms) => ms < endMs), endMs];
}
