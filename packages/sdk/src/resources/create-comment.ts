import type { Comment, ErrorDetail, List } from '@issue-tracking/model';
import { type CallResult, itemOf, perform, prepare, unsentCall } from '../call/call-endpoint.ts';
import type { RequestOptions } from '../call/call-settings.ts';
import type { ClientContext } from '../call/client-context.ts';
import { AbortError } from '../errors/client-errors.ts';
import { IssueTrackingError } from '../errors/issue-tracking-error.ts';
import { Ticket } from '../gate/ticket.ts';
import { check, checkDuration, checkOneOf } from '../validation/option-checks.ts';
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
   * How to handle a lost response, when the comment may or may not exist. `fail`, the default: the call rejects with
   * `mayHaveBeenApplied: true`. `check`: the client lists the comments before it adds one. After a lost response it
   * looks for a new comment with the same text for up to 15 seconds. If it finds one, the call resolves with that
   * comment; otherwise the call rejects as with `fail`. This costs one more request for each comment, and up to five
   * after a lost response. The client doesn't resend the comment.
   *
   * If another user adds the same text at the same moment, the client may take that comment for yours.
   */
  onLostResponse: 'check';
  /**
   * With `onLostResponse: 'check'`: time after a lost response at which the client resends the comment once, in
   * milliseconds. It resends only if it could read the whole list until then and found no new comment. By default the
   * client doesn't resend; 60,000 is a sensible value.
   *
   * The risk: if the service applies or shows the first request even later, the comment exists twice.
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
    checkOneOf('onLostResponse', onLostResponse, ['fail', 'check'], details);
    checkDuration('resendAfter', resendAfter, details);
    const isUsed = resendAfter === undefined || onLostResponse === 'check';
    check(details, 'resendAfter', isUsed, "goes only with onLostResponse: 'check'");
  };
  const rules = { ...createCommentRules, validate };
  const create = prepare(client, 'issues.comments.create', { params, body: comment }, options, rules);
  const list = { name: 'issues.comments.list', request: requestFor('issues.comments.list', { params }) } as const;
  // Read from the request, because the caller may change the passed object meanwhile.
  const ours = canonicalText(JSON.parse(create.request.body ?? '').content);
  const { deadline, signal } = create.settings;
  // One deadline for all requests and waits together.
  const endsAt = clock.now() + (deadline ?? Number.POSITIVE_INFINITY);
  const ticket = new Ticket(true, 2);
  const rest = () => ({
    ...create.settings,
    ticket,
    deadline: deadline === undefined ? undefined : Math.max(1, endsAt - clock.now()),
  });
  const readList = () => perform(client, { ...list, settings: rest() });
  const send = (isResend: boolean) => {
    // After the client is closed, a composite call may finish, but must not resend. A resend has a ticket that has
    // not begun.
    const own = isResend ? new Ticket(true) : ticket;
    return itemOf(perform(client, { ...create, settings: { ...rest(), ticket: own } }));
  };

  const before = await readList().catch((error: unknown) => {
    ticket.giveBack();
    if (!(error instanceof AbortError)) throw error;
    const { sent, attempts } = error;
    throw new AbortError({ call: { ...unsentCall(client, create.request), sent, attempts }, reason: error.cause });
  });
  const known = new Set(before.data.data.map(({ id }) => id));
  let alwaysWhole = true;

  const checkList = async (): Promise<Seen> => {
    const { data: list, done } = await readList();
    const [first, ...others] = list.data.filter(({ id }) => !known.has(id));
    // If a list is incomplete, our comment may be in the missing part, and a comment that seems new may be old.
    if (!isWhole(before.data) || !isWhole(list) || others.length > 0) return 'doubt';
    // If a known comment is missing, it was deleted, or this is an older state of the list.
    alwaysWhole &&= list.data.length - (first ? 1 : 0) === known.size;
    if (!first) return 'nothing new';
    return isText(first.content) && canonicalText(first.content) === ours ? { data: first, done } : 'doubt';
  };

  /** Checks the list at each of these times after the loss, until the list has something new. */
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

  // The comment is sent once for each entry. An entry holds the times to check the list if the response is lost.
  const sendings = resendAfter === undefined ? [checksAfterMs] : [checksUntil(resendAfter), checksAfterMs];
  let loss: IssueTrackingError | undefined;
  let seen: Seen | undefined;
  for (const times of sendings) {
    try {
      return await send(loss !== undefined);
    } catch (error) {
      if (!(error instanceof IssueTrackingError)) throw error;
      loss ??= error;
      if (!error.mayHaveBeenApplied) break;
    }
    // If the list can't be read, report the loss.
    seen = await pollList(times).catch(() => 'doubt' as const);
    if (typeof seen === 'object') return seen;
    if (seen === 'doubt' || !alwaysWhole) break;
  }
  const ended = client.lifetime.endOf(signal);
  if (loss && seen) {
    const found = seen === 'doubt' ? 'does not say whether it was added' : 'has not shown it';
    loss.message = loss.message.replace(/\.?$/, `. The list of comments ${found}`);
  }
  if (!loss || !ended || loss instanceof AbortError) throw loss;
  throw new AbortError({ call: loss, reason: ended.reason });
}

/** Whether a list has all comments, each with an `id`. */
function isWhole({ data, total }: List<Comment>): boolean {
  return isCount(total) && total <= data.length && data.every(({ id }) => isText(id));
}

/** Returns the usual times before the end, and the end itself. */
function checksUntil(endMs: number): number[] {
  return [...checksAfterMs.filter((ms) => ms < endMs), endMs];
}
