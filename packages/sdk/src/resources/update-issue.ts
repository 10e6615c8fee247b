import type { Issue, IssueUpdate, UpdatedIssue } from '@issue-tracking/model';
import type { ReceivedResponse } from '../call/attempt-outcome.ts';
import { type BeforeResend, type CallResult, type CompletedCall, performCall } from '../call/call.ts';
import { prepare, responseBody } from '../call/call-endpoint.ts';
import type { RequestOptions } from '../call/call-settings.ts';
import type { Call } from '../call/call-state.ts';
import type { ClientContext } from '../call/client-context.ts';
import { composite } from '../call/composite.ts';
import type { SeenIssue } from '../call/last-seen-issues.ts';
import { isText, timeOf } from '../platform/values.ts';
import { type IssueParams, readIssue } from './read-issue.ts';

/** Changes an issue. When the response is lost, the issue is read before the update is sent again. */
export async function updateIssue(
  client: ClientContext,
  params: IssueParams,
  changes: IssueUpdate,
  options: RequestOptions | undefined,
): Promise<CallResult<UpdatedIssue>> {
  const { projectId, issueNumber } = params;
  const seen = client.lastSeen.find(projectId, issueNumber);
  const args = { params, body: changes };
  const { request, settings } = prepare(client, 'issues.update', args, options);
  const read = async (done: CompletedCall) => {
    const response = await withBody(client, params, done);
    const { data } = responseBody(client, 'issues.update', { ...done, response }, { issueNumber });
    client.lastSeen.add(projectId, [data]);
    return data;
  };
  const beforeResend: BeforeResend = (call) => canResend(client, params, call, seen);
  return composite(client, { request, settings }, 1, (part) => performCall(client, request, part, read, beforeResend));
}

/**
 * Decides whether to resend an update whose response was lost. A blind resend could overwrite a change by another
 * user, so the client reads the issue. If the issue has the new values, the update is done. If the issue is unchanged
 * since the first sending, the update is resent. Otherwise the call reports the loss.
 */
async function canResend(
  client: ClientContext,
  params: IssueParams,
  call: Call,
  seen: SeenIssue | undefined,
): ReturnType<BeforeResend> {
  const read = await tryReadIssue(client, params, call);
  call.signal?.throwIfAborted();
  client.lifetime.ended.throwIfAborted();
  if (!read) return { blockedBy: 'the issue could not be read' };
  const { data: issue, done } = read;
  if (isAsRequested(issue, call)) return { ...done.response, body: { json: { data: stateOf(issue) } } };
  const problem = resendProblem(issue, seen, call, done.response.headers);
  return problem === undefined ? 'resend' : { blockedBy: problem };
}

/**
 * Minimum time from an issue's last change to the first sending of the update. It covers a difference between the service's
 * own clocks: a web server writes `Date`, the database `updatedAt`. A change by another user shortly before the first sending
 * therefore blocks the resend, too.
 */
const marginMs = 60_000;

/** Returns why an update must not be resent, if the issue may have been changed since the first sending. */
function resendProblem(
  { status, priority, updatedAt }: Issue,
  seen: SeenIssue | undefined,
  { clock, firstSentAt = clock.now() }: Call,
  headers: Headers,
): string | undefined {
  const maybeChanged = `the issue may have been changed meanwhile${isText(updatedAt) ? `, at ${updatedAt}` : ''}`;
  if (seen && isText(seen.status) && isText(seen.priority) && !Number.isNaN(timeOf(seen.updatedAt))) {
    const isSame = status === seen.status && priority === seen.priority && updatedAt === seen.updatedAt;
    return isSame ? undefined : maybeChanged;
  }
  // The client has no state to compare with. So the last change must be well before the first sending, by the
  // service's clock.
  const readAt = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(readAt)) return `${maybeChanged}, and the service sent no Date header to compare with`;
  const changedAt = timeOf(updatedAt);
  if (Number.isNaN(changedAt)) return maybeChanged;
  // A time in whole seconds may stand for any moment until the end of its second.
  const latest = changedAt + (/:\d\d(\.0+)?Z$/.test(updatedAt) ? 999 : 0);
  return latest < readAt - (clock.now() - firstSentAt) - marginMs ? undefined : maybeChanged;
}

/**
 * Returns the response to an update. If a success has no body, the client reads the issue, whose values replace the
 * body if they are as requested.
 */
async function withBody(
  client: ClientContext,
  params: IssueParams,
  { response, call }: CompletedCall,
): Promise<ReceivedResponse> {
  if (response.body.problem !== 'empty') return response;
  const read = await tryReadIssue(client, params, call);
  if (!read || !isAsRequested(read.data, call)) return response;
  client.drift.add('issues.update', { kind: 'missing-field', path: 'data' });
  return { ...response, body: { json: { data: stateOf(read.data) } } };
}

/** Reads the issue; `undefined` if it can't be read in the call's remaining time. */
function tryReadIssue(client: ClientContext, params: IssueParams, call: Call): Promise<CallResult<Issue> | undefined> {
  return readIssue(client, params, call.settings).catch(() => undefined);
}

function isAsRequested(issue: Issue, { request }: Call): boolean {
  const { status = issue.status, priority = issue.priority }: Partial<UpdatedIssue> = JSON.parse(request.body ?? '{}');
  return issue.status === status && issue.priority === priority;
}

/** Returns the members that an update responds with. */
function stateOf({ issueNumber, status, priority, updatedAt }: Issue): UpdatedIssue {
  return { issueNumber, status, priority, updatedAt };
}
