import type { Comment, List } from '@issue-tracking/model';
import type { CallResult } from '../call/call.ts';
import { itemOf, perform, prepare } from '../call/call-endpoint.ts';
import type { RequestOptions } from '../call/call-settings.ts';
import type { ClientContext } from '../call/client-context.ts';
import { composite } from '../call/composite.ts';
import { IssueTrackingError } from '../errors/issue-tracking-error.ts';
import { isCount, isText } from '../platform/values.ts';
import { requestFor } from '../validation/request.ts';
import { canonicalText } from './canonical-text.ts';
import type { IssueParams } from './read-issue.ts';

/** Options of a new comment. */
export interface CommentCreateOptions extends RequestOptions {
  /**
   * How to handle a lost response, when the comment may or may not exist. `fail`, the default: the call rejects with
   * `mayHaveBeenApplied: true`. `check`: the client lists the comments before it adds one. After a lost response it
   * looks for a new comment with the same text for up to 15 seconds. If it finds one, the call resolves with that
   * comment; otherwise the call rejects as with `fail`. This costs one more request for each comment, and up to five
   * after a lost response. The client never resends the comment.
   *
   * If another user adds the same text at the same moment, the client may take that comment for yours.
   */
  onLostResponse?: 'fail' | 'check' | undefined;
}

/** The result of checking the list for our comment. */
type ListCheck = CallResult<Comment> | 'nothing new' | 'doubt';

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
  const { clock, lifetime } = client;
  const args = { params, body: comment };
  const create = prepare(client, 'issues.comments.create', args, options, { place: 'comments.create' });
  const list = { name: 'issues.comments.list', request: requestFor('issues.comments.list', { params }) } as const;
  // Read from the request, because the caller may change the passed object meanwhile.
  const ours = canonicalText(JSON.parse(create.request.body ?? '').content);
  return composite(client, create, 2, async (settings, { signal, deadlineAt }) => {
    const readList = () => perform(client, { ...list, settings });
    const before = await readList();
    const known = new Set(before.data.data.map(({ id }) => id));

    const checkList = async (): Promise<ListCheck> => {
      const { data: list, done } = await readList();
      const [first, ...others] = list.data.filter(({ id }) => !known.has(id));
      // If a list is incomplete, our comment may be in the missing part, and a comment that seems new may be old.
      if (!isWhole(before.data) || !isWhole(list) || others.length > 0) return 'doubt';
      if (!first) return 'nothing new';
      return isText(first.content) && canonicalText(first.content) === ours ? { data: first, done } : 'doubt';
    };

    /** Checks the list at each time after the loss, until the list has something new. */
    const pollList = async (): Promise<ListCheck> => {
      const lostAt = clock.now();
      for (const ms of checksAfterMs) {
        if (lostAt + ms >= deadlineAt) return 'doubt';
        const wait = lostAt + ms - clock.now();
        if (wait > 0) await lifetime.sleep(wait, signal);
        const seen = await checkList();
        if (seen !== 'nothing new') return seen;
        if (lifetime.closing.aborted) return 'doubt';
      }
      return 'nothing new';
    };

    try {
      return await itemOf(perform(client, { ...create, settings }));
    } catch (loss) {
      if (!(loss instanceof IssueTrackingError && loss.mayHaveBeenApplied)) throw loss;
      // If the list can't be read, report the loss.
      const seen = await pollList().catch(() => 'doubt' as const);
      if (typeof seen === 'object') return seen;
      const found = seen === 'doubt' ? 'does not say whether it was added' : 'has not shown it';
      loss.message = loss.message.replace(/\.?$/, `. The list of comments ${found}`);
      const ended = lifetime.endOf(create.settings.signal);
      throw ended ? ended.reason : loss;
    }
  });
}

/** Whether a list has all comments, each with an `id`. */
function isWhole({ data, total }: List<Comment>): boolean {
  return isCount(total) && total <= data.length && data.every(({ id }) => isText(id));
}
