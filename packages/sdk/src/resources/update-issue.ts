import {
  type Issue,
  type IssueUpdate,
  issueUpdateBody,
  mustBeOneOf,
  setByOthers,
  settableStatuses,
  type UpdatedIssue,
} from '@issue-tracking/model';
import * as z from 'zod/mini';
import type { Call } from '../call/call.ts';
import { type OwnRules, prepare, responseBody, responseInfo, type WithResponse } from '../call/call-endpoint.ts';
import type { Core } from '../call/core.ts';
import type { Answer } from '../call/outcome.ts';
import { type BeforeRepeat, type Done, performCall } from '../call/perform-call.ts';
import type { RequestOptions } from '../call/settings.ts';
import { type IssueParams, type IssueState, otherIssue, readIssue, seenIssues } from './read-issue.ts';

// enforces STA-5, STA-6
/** What a client may send: the service's own schema knows all statuses, because it checks the value first. */
const settableUpdateBody = /* @__PURE__ */ z.strictObject({
  ...issueUpdateBody.def.shape,
  status: z.optional(z.enum(settableStatuses, { error: ({ input }) => statusProblem(input) })),
});

function statusProblem(status: unknown): string {
  const others = Object.entries(setByOthers).find(([other]) => other === status);
  if (!others) return mustBeOneOf(settableStatuses);
  return `cannot be set to ${others[0]} through the API: it is set by ${others[1]}`;
}

/** Changes an issue. When the response is lost, the issue is read before the update is sent again. */
export async function updateIssue(
  core: Core,
  params: IssueParams,
  changes: IssueUpdate,
  options: RequestOptions | undefined,
): Promise<WithResponse<UpdatedIssue>> {
  const rules: OwnRules<'issues.update'> = {
    body: settableUpdateBody,
    check: ({ data }) => otherIssue(data, params, 'changed'),
  };
  const seen = seenIssues(core).find(params);
  const { request, settings } = prepare(
    core,
    'issues.update',
    { params: { ...params }, body: changes },
    options,
    rules,
  );
  const done = await performCall(core, request, settings, (call) => mayRepeat(core, params, call, seen));
  const answer = await withBody(core, params, done);
  const { data } = responseBody(core, 'issues.update', { ...done, answer }, rules);
  seenIssues(core).add(params.projectId, [data]);
  return { data, response: responseInfo(done) };
}

/**
 * What to do about an update whose response was lost. Sent again blindly, it would overwrite what a person has set
 * meanwhile. So the issue is read: it is as asked, or it is as it was before the first sending, or nobody can tell.
 */
async function mayRepeat(
  core: Core,
  params: IssueParams,
  call: Call,
  seen: IssueState | undefined,
): ReturnType<BeforeRepeat> {
  const read = await look(core, params, call);
  call.signal?.throwIfAborted();
  if (!read) return { report: 'the issue could not be read' };
  const { data: issue, response } = read;
  if (isAsAsked(issue, call)) {
    const { status, headers } = response;
    return { kind: 'answer', ok: true, status, headers, body: { json: { data: stateOf(issue) } } };
  }
  const isUnchanged = seen
    ? issue.status === seen.status && issue.priority === seen.priority && issue.updatedAt === seen.updatedAt
    : isLongUnchanged(core, issue, call, response.headers);
  return isUnchanged ? 'repeat' : { report: `the issue may have been changed meanwhile, at ${issue.updatedAt}` };
}

/**
 * The clocks of the service's machines may differ by so much: `Date` is a front end's, `updatedAt` the database's. And
 * for so long a person's change may stay unseen before an update is sent.
 */
const marginMs = 60_000;
/** A `Date` this far from our own clock is nobody's time. */
const mostSkewMs = 3_600_000;

/** Whether an issue that the client never saw was last changed well before the first sending, by the service's clock. */
function isLongUnchanged(
  { clock }: Core,
  { updatedAt }: Issue,
  { firstSentAt = clock.now() }: Call,
  headers: Headers,
): boolean {
  // Without a readable `Date` this is `NaN`, and no comparison holds.
  const readAt = Date.parse(headers.get('date') ?? '');
  if (!(Math.abs(readAt - (clock.date?.() ?? clock.now())) <= mostSkewMs)) return false;
  // A time in whole seconds may be as late as the end of its second.
  const changedAt = Date.parse(updatedAt) + (/:\d\d(\.0+)?Z$/.test(updatedAt) ? 999 : 0);
  return changedAt < readAt - (clock.now() - firstSentAt) - marginMs;
}

/**
 * The response to an update; where a service reports success without saying what came of it, the issue tells that, if it
 * is as asked.
 */
async function withBody(core: Core, params: IssueParams, { answer, call }: Done): Promise<Answer> {
  if (answer.body.problem !== 'empty' || core.validation === 'strict') return answer;
  const read = await look(core, params, call);
  if (!read || !isAsAsked(read.data, call)) return answer;
  core.drift.add('issues.update', { kind: 'missing-field', path: 'data' });
  return { ...answer, body: { json: { data: stateOf(read.data) } } };
}

/** The issue as it is now; nothing when it can't be read in the time that the call has left. */
function look(core: Core, params: IssueParams, call: Call): Promise<WithResponse<Issue> | undefined> {
  const deadline = Number.isFinite(call.deadlineAt) ? Math.max(1, call.deadlineAt - call.clock.now()) : undefined;
  return readIssue(core, params, { ...call.settings, deadline }).catch(() => undefined);
}

function isAsAsked(issue: Issue, { request }: Call): boolean {
  const { status = issue.status, priority = issue.priority }: Partial<UpdatedIssue> = JSON.parse(request.body ?? '{}');
  return issue.status === status && issue.priority === priority;
}

/** What an update answers. */
function stateOf({ issueNumber, status, priority, updatedAt }: Issue): UpdatedIssue {
  return { issueNumber, status, priority, updatedAt };
}
