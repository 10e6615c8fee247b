import {
  type CapturedData,
  type Comment,
  captured,
  type EndpointName,
  endpointOfPart,
  type Issue,
  type ResponseOf,
} from '@issue-tracking/model';
import { type CallResult, type CompletedCall, performCall } from '../call/call.ts';
import { type PreparedCall, perform, prepare, responseBody } from '../call/call-endpoint.ts';
import type { RequestOptions } from '../call/call-settings.ts';
import type { ClientContext } from '../call/client-context.ts';
import { allParts, composite } from '../call/composite.ts';
import { NotFoundError } from '../errors/api-errors.ts';
import { contextParts } from '../validation/option-table.ts';
import { membersOf, type ResponseBody } from '../validation/read-response.ts';
import { requestFor } from '../validation/request.ts';
import { type IssueParams, readIssue } from './read-issue.ts';

/** An issue with its comments and everything captured with it. */
export interface IssueContext extends CapturedData {
  /** The issue itself. */
  issue: Issue;
  /** All comments. */
  comments: Comment[];
}

/** A part of {@link IssueContext}, besides the issue itself. */
export type ContextPart = Exclude<keyof IssueContext, 'issue'>;

/** Options of reading an issue with its parts. */
export interface ContextOptions<Part extends ContextPart = ContextPart> extends RequestOptions {
  /**
   * Parts to read besides the issue itself, with one request each. By default all, but no screenshots or user actions
   * if the issue counts none.
   */
  include?: readonly Part[] | undefined;
}

// RES-4. For the other lists, `metadataSummary` counts only some entries.
/** Returns the count of an issue that saves the request for a part if it is 0, unless `include` names the part. */
function countOf(part: ContextPart) {
  return part === 'comments' ? undefined : captured[part].count;
}

/**
 * Reads an issue and its parts together. Rejects with the first failure and aborts the rest. Missing captured data is no
 * failure.
 */
export async function issueContext<Part extends ContextPart>(
  client: ClientContext,
  params: IssueParams,
  options: ContextOptions<Part> | undefined,
): Promise<CallResult<Pick<IssueContext, 'issue' | Part>>> {
  const parts: readonly ContextPart[] = options?.include ?? contextParts;
  const place = 'context';
  const prepared = prepare(client, 'issues.get', { params }, options, { place });
  return composite(client, prepared, 1 + new Set(parts).size, async (settings, whole) => {
    const issue = readIssue(client, params, settings, prepared.request);
    const callOf = <Name extends EndpointName>(name: Name) => ({
      name,
      request: requestFor(name, { params }),
      settings,
    });
    const read = async (part: ContextPart) => {
      const count = options?.include ? undefined : countOf(part);
      if (count) {
        const { metadataSummary } = (await issue).data;
        if (metadataSummary?.[count] === 0) {
          whole.ticket.free(1);
          return [];
        }
      }
      if (part === 'comments') return (await perform(client, callOf('issues.comments.list'))).data.data;
      return (await capturedPart(client, callOf(endpointOfPart(part))))?.data ?? (captured[part].many ? [] : null);
    };
    const entries = [...new Set(parts)].map(async (part) => [part, await read(part)] as const);
    const [{ data, done }, ...found] = await allParts(whole, [issue, ...entries]);
    // The cast is needed because `Object.fromEntries` forgets which part has which type.
    return { data: { issue: data, ...Object.fromEntries(found) } as Pick<IssueContext, 'issue' | Part>, done };
  });
}

/**
 * Reads a part; `undefined` if nothing was captured. If the issue itself doesn't exist, the read of the issue fails.
 */
async function capturedPart<Name extends EndpointName>(
  client: ClientContext,
  { name, request, settings }: PreparedCall<Name>,
): Promise<ResponseOf<Name> | undefined> {
  try {
    const read = (done: CompletedCall) =>
      isNothing(done.response.body) ? undefined : responseBody(client, name, done);
    return (await performCall(client, request, settings, read)).data;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Whether a body stands for "nothing was captured" (GAP-59): none, `null`, or `null` as its data. */
function isNothing(body: ResponseBody): boolean {
  return body.problem === 'empty' || body.json === null || membersOf(body)['data'] === null;
}
