import { type ErrorDetail, type Issue, type IssueStatus, issueStatuses, mustBeOneOf } from '@issue-tracking/model';
import { prepare, unsentCall } from '../call/call-endpoint.ts';
import type { RequestOptions } from '../call/call-settings.ts';
import type { ClientContext } from '../call/client-context.ts';
import { AbortError, TimeoutError } from '../errors/client-errors.ts';
import { type Attempt, IssueTrackingError } from '../errors/issue-tracking-error.ts';
import { isText } from '../platform/values.ts';
import { check } from '../validation/argument-checks.ts';
import { type IssueParams, readIssue } from './read-issue.ts';

/** The status to wait for. */
export interface AwaitedStatus {
  /** A status, or several of which any ends the wait. */
  status: IssueStatus | readonly [IssueStatus, ...IssueStatus[]];
}

/** Options of a wait. */
export interface WaitForOptions extends RequestOptions {
  /**
   * First wait between two reads, in milliseconds, by default 5,000. Each wait is 1.5 times as long as the last, up
   * to six times `interval`.
   */
  interval?: number | undefined;
  /** Time limit of the whole wait, in milliseconds. By default 900,000, which is 15 minutes. */
  deadline?: number | undefined;
}

const defaultIntervalMs = 5_000;
const defaultDeadlineMs = 15 * 60_000;
const growth = 1.5;
const mostIntervals = 6;

/** Reads an issue until it has one of the statuses, waiting longer each time. */
export async function waitForIssue(
  client: ClientContext,
  params: IssueParams,
  until: AwaitedStatus,
  options: WaitForOptions | undefined,
): Promise<Issue> {
  const { interval = defaultIntervalMs, deadline = defaultDeadlineMs } = options ?? {};
  const statuses = [until?.status].flat();
  const validate = (details: ErrorDetail[]) => {
    const unknown = statuses.filter((status) => !issueStatuses.includes(status));
    const areStatuses = statuses.length > 0 && unknown.length === 0;
    check(details, 'until.status', areStatuses, mustBeOneOf(issueStatuses), unknown[0]);
  };
  const rules = { place: 'waitFor', validate } as const;
  const { request, settings } = prepare(client, 'issues.get', { params }, options, rules);
  const { clock } = client;
  const endsAt = clock.now() + deadline;
  const attempts: Attempt[] = [];
  let callId = 0;
  let seen = 'unknown';
  /** Facts of the whole wait, for its error. */
  const call = () => ({ ...unsentCall(client, request), attempts, callId, sent: attempts.length > 0 });
  try {
    for (let wait = interval; clock.now() < endsAt; wait = Math.min(wait * growth, interval * mostIntervals)) {
      const rest = Math.max(1, endsAt - clock.now());
      const { data: issue, done } = await readIssue(client, params, { ...settings, deadline: rest }, request);
      attempts.push(...done.call.attempts);
      callId = done.call.callId;
      if (statuses.includes(issue.status)) return issue;
      seen = isText(issue.status) ? issue.status : 'unknown';
      await client.lifetime.sleep(Math.min(wait, endsAt - clock.now()), settings.signal);
    }
  } catch (error) {
    if (error instanceof IssueTrackingError) attempts.push(...error.attempts);
    const signal = settings.signal?.aborted ? settings.signal : client.lifetime.closing;
    // Either the last read was aborted, or the sleep has thrown the signal's reason.
    if (signal.aborted && (error instanceof AbortError || !(error instanceof IssueTrackingError))) {
      throw new AbortError({ call: call(), reason: signal.reason });
    }
    // The deadline of the last read is also the deadline of the wait.
    if (!(error instanceof TimeoutError && error.option === 'deadline')) throw error;
  }
  throw new TimeoutError({
    call: call(),
    option: 'deadline',
    limitMs: deadline,
    problem: `the status did not become ${statuses.join(' or ')} within ${deadline} ms; it is ${seen}${clock.note === undefined ? '' : `. ${clock.note}`}`,
  });
}
