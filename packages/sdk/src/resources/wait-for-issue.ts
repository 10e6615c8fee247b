import { type ErrorDetail, type Issue, type IssueStatus, issueStatuses, mustBeOneOf } from '@issue-tracking/model';
import type { CallResult } from '../call/call.ts';
import { prepare } from '../call/call-endpoint.ts';
import type { RequestOptions } from '../call/call-settings.ts';
import { deadlinePassed } from '../call/call-state.ts';
import type { ClientContext } from '../call/client-context.ts';
import { composite } from '../call/composite.ts';
import { TimeoutError } from '../errors/client-errors.ts';
import { Ticket } from '../gate/ticket.ts';
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
): Promise<CallResult<Issue>> {
  const { interval = defaultIntervalMs, deadline = defaultDeadlineMs } = options ?? {};
  const statuses = [until?.status].flat();
  const validate = (details: ErrorDetail[]) => {
    const unknown = statuses.filter((status) => !issueStatuses.includes(status));
    const areStatuses = statuses.length > 0 && unknown.length === 0;
    check(details, 'until.status', areStatuses, mustBeOneOf(issueStatuses), unknown[0]);
  };
  const rules = { place: 'waitFor', validate } as const;
  const { request, settings } = prepare(client, 'issues.get', { params }, options, rules);
  let seen = 'unknown';
  return composite(client, { request, settings: { ...settings, deadline } }, 1, async (part, whole) => {
    try {
      for (let wait = interval; ; wait = Math.min(wait * growth, interval * mostIntervals)) {
        const read = await readIssue(client, params, part, request);
        const issue = read.data;
        if (statuses.includes(issue.status)) return read;
        seen = isText(issue.status) ? issue.status : 'unknown';
        await client.lifetime.sleep(wait, whole.signal);
        // Each read queues from when it is due, behind the calls that came during the wait.
        whole.ticket = new Ticket(false);
      }
    } catch (error) {
      if (whole.signal?.reason !== deadlinePassed) throw error;
    }
    const { note } = client.clock;
    const problem = `the status did not become ${statuses.join(' or ')} within ${deadline} ms; it is ${seen}${note === undefined ? '' : `. ${note}`}`;
    throw new TimeoutError({ call: whole, option: 'deadline', limitMs: deadline, problem });
  });
}
