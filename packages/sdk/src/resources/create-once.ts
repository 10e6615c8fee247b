import type { Comment, ErrorDetail } from '@issue-tracking/model';
import { itemOf, perform, prepare, unsentCall, type WithResponse } from '../call/call-endpoint.ts';
import type { Core } from '../call/core.ts';
import type { RequestOptions } from '../call/settings.ts';
import { AbortError } from '../errors/client-errors.ts';
import { IssueTrackingError } from '../errors/issue-tracking-error.ts';
import { check, checkDuration } from '../validation/check-options.ts';
import { requestFor } from '../validation/request.ts';
import { canonicalText } from './canonical-text.ts';
import type { IssueParams } from './read-issue.ts';

/** Options of a new comment. */
export type CommentCreateOptions = RequestOptions & (Checked | Unchecked);

interface Unchecked {
  /** `fail`, the default: when the response is lost, reject with `mayHaveBeenApplied: true`. */
  onLostAnswer?: 'fail' | undefined;
  resendAfter?: undefined;
}

interface Checked {
  /**
   * What to do when the response is lost and the comment may or may not exist. `fail`, the default: reject with
   * `mayHaveBeenApplied: true`. `check`: list the comments before, and look for a new one with the same text for up to 15
   * seconds after the loss. If it is found, the call resolves with it; otherwise it rejects as with `fail`. This costs
   * one more request each time, and up to five after a loss. The comment is not sent again.
   *
   * The limit: if somebody else adds the same text at the same moment, their comment may be taken for yours.
   */
  onLostAnswer: 'check';
  /**
   * With `onLostAnswer: 'check'`: send the comment once more this many milliseconds after the loss, if until then the
   * whole list could be read and no comment was new. By default it isn't sent again; 60,000 is a sensible wait.
   *
   * The risk: a service that applies or shows the first request even later then has the comment twice.
   */
  resendAfter?: number | undefined;
}

/** The options that only adding a comment has. */
export const createRules = { options: ['onLostAnswer', 'resendAfter'] };

/** Our comment, or what a look at the list says of it. */
type Seen = WithResponse<Comment> | 'nothing new' | 'doubt';

/** When to look for a comment whose answer was lost, in milliseconds after the loss. */
const looksAfterMs = [0, 1_000, 3_000, 7_000, 15_000];

/**
 * Adds a comment, and after a lost answer looks whether it is there. Where the list doesn't tell for sure, it rejects
 * with the error of the loss.
 */
export async function createOnce(
  core: Core,
  params: IssueParams,
  comment: object,
  options: CommentCreateOptions,
): Promise<WithResponse<Comment>> {
  const { onLostAnswer, resendAfter } = options;
  const { clock } = core;
  const validate = (details: ErrorDetail[]) => {
    check(details, 'onLostAnswer', ['check', 'fail', undefined].includes(onLostAnswer), "must be 'fail' or 'check'");
    checkDuration('resendAfter', resendAfter, details);
    const isUsed = resendAfter === undefined || onLostAnswer === 'check';
    check(details, 'resendAfter', isUsed, "goes only with onLostAnswer: 'check'");
  };
  const rules = { ...createRules, validate };
  const create = prepare(core, 'issues.comments.create', { params, body: comment }, options, rules);
  const list = { name: 'issues.comments.list', request: requestFor('issues.comments.list', { params }) } as const;
  // The comment as it is sent: the caller may change its own meanwhile.
  const ours = canonicalText(JSON.parse(create.request.body ?? '').content);
  const { deadline, signal } = create.settings;
  // One deadline for all requests and waits together.
  const endsAt = clock.now() + (deadline ?? Number.POSITIVE_INFINITY);
  const rest = () => ({
    ...create.settings,
    deadline: deadline === undefined ? undefined : Math.max(1, endsAt - clock.now()),
  });
  const readList = () => perform(core, { ...list, settings: rest() });
  const send = () => itemOf(perform(core, { ...create, settings: rest() }));

  const before = await readList().catch((error: unknown) => {
    if (!(error instanceof AbortError)) throw error;
    throw new AbortError({ call: unsentCall(core, create.request), reason: error.cause });
  });
  const known = new Set(before.data.data.map(({ id }) => id));
  let alwaysWhole = true;

  const look = async (): Promise<Seen> => {
    const { data: read, response } = await readList();
    const [first, ...others] = read.data.filter(({ id }) => !known.has(id));
    // Of a list that is cut off, ours may be in the part that is missing, and what seems new may be old.
    if (read.total > read.data.length || others.length > 0) return 'doubt';
    // Not so when one that was there before is missing: it was deleted, or this is an older state of the list.
    alwaysWhole &&= read.data.length - (first ? 1 : 0) === known.size;
    if (!first) return 'nothing new';
    return canonicalText(first.content) === ours ? { data: first, response } : 'doubt';
  };

  /** Looks at each of these times after the loss until there is something to see. */
  const lookFor = async (times: readonly number[]): Promise<Seen> => {
    const lostAt = clock.now();
    for (const ms of times) {
      if (lostAt + ms >= endsAt) return 'doubt';
      const wait = lostAt + ms - clock.now();
      if (wait > 0) await core.lifetime.sleep(wait, signal);
      const seen = await look();
      if (seen !== 'nothing new') return seen;
    }
    return 'nothing new';
  };

  // Sent once for each entry, which says when to look should the answer be lost; then the next entry's turn may come.
  const sendings = resendAfter === undefined ? [looksAfterMs] : [looksUntil(resendAfter), looksAfterMs];
  let loss: IssueTrackingError | undefined;
  for (const times of sendings) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof IssueTrackingError)) throw error;
      loss ??= error;
      if (!error.mayHaveBeenApplied) break;
    }
    // List unreadable: the loss is what is reported.
    const seen = await lookFor(times).catch(() => 'doubt' as const);
    if (typeof seen === 'object') return seen;
    if (seen === 'doubt' || !alwaysWhole) break;
  }
  if (!loss || !signal?.aborted || loss instanceof AbortError) throw loss;
  throw new AbortError({ call: loss, reason: signal.reason });
}

/** The usual looks as far as there is time for them, and a last one at the end. */
function looksUntil(endMs: number): number[] {
  return [...looksAfterMs.filter((ms) => ms < endMs), endMs];
}
