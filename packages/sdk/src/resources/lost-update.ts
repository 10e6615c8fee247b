import type { UpdatedIssue } from '@issue-tracking/model';
import type { Core } from '../call/core.ts';
import type { BeforeRepeat } from '../call/perform-call.ts';
import { type IssueParams, lastSeenUpdate, readIssue } from './read-issue.ts';

/** In milliseconds: the clocks of the service's machines may differ by so much, and its `Date` counts whole seconds. */
const clockMarginMs = 2_000;

/**
 * What to do about an update whose answer was lost. Sent again blindly, it would overwrite what a person has set
 * meanwhile. So the issue is read, and the update is sent again only when nobody can have changed it since the first
 * sending: neither someone else nor this update itself.
 */
export function beforeRepeatingUpdate(core: Core, params: IssueParams): BeforeRepeat {
  const seenBefore = lastSeenUpdate(core, params);
  return async (call) => {
    const { signal, settings, clock, firstSentAt = clock.now() } = call;
    const { timeout, retry, headers } = settings;
    const read = await readIssue(core, params, { signal, timeout, retry: { ...retry }, headers }).catch(
      () => undefined,
    );
    signal?.throwIfAborted();
    if (!read) return { report: 'the issue could not be read' };

    const { data: issue, response } = read;
    const asked: Partial<UpdatedIssue> = JSON.parse(call.request.body ?? '{}');
    const { issueNumber, status, priority, updatedAt } = issue;
    if ((asked.status ?? status) === status && (asked.priority ?? priority) === priority) {
      // What the update itself would have answered.
      const text = JSON.stringify({ data: { issueNumber, status, priority, updatedAt } });
      return { kind: 'answer', ok: true, status: response.status, headers: response.headers, text };
    }

    if (updatedAt === seenBefore) return 'repeat';
    // By the service's own clock, so that ours may be wrong. Without a readable `Date` nothing is smaller than `NaN`.
    const readAt = Date.parse(response.headers.get('date') ?? '');
    const sentAt = readAt - (clock.now() - firstSentAt);
    if (Date.parse(updatedAt) < sentAt - clockMarginMs) return 'repeat';
    return { report: `the issue may have been changed meanwhile, at ${updatedAt}` };
  };
}
