import type {
  Comment,
  ConsoleLog,
  EndpointName,
  Issue,
  NetworkLog,
  ResponseOf,
  Screenshot,
  TechContext,
  UserAction,
} from '@issue-tracking/model';
import { answerBody, callEndpoint, prepare } from '../call/call-endpoint.ts';
import type { Core } from '../call/core.ts';
import { performCall } from '../call/perform-call.ts';
import type { RequestOptions } from '../call/settings.ts';
import { NotFoundError } from '../errors/not-found-error.ts';
import { onAbort } from '../platform/on-abort.ts';
import { type IssueParams, readIssue } from './read-issue.ts';

/** An issue with everything that can be read of it. */
export interface IssueContext {
  issue: Issue;
  comments: Comment[];
  /** Empty when nothing was captured, like the other lists. */
  consoleLogs: ConsoleLog[];
  networkLogs: NetworkLog[];
  screenshots: Screenshot[];
  /** `null` when nothing was captured, as with an issue that was made in the dashboard. */
  techContext: TechContext | null;
  userActions: UserAction[];
}

/**
 * Reads all seven parts together. The first failure aborts the others and is the whole's; that nothing was captured is
 * no failure.
 */
export async function issueContext(
  core: Core,
  params: IssueParams,
  options: RequestOptions | undefined,
): Promise<IssueContext> {
  const args = { params: { ...params } };
  const { signal } = prepare(core, 'issues.get', args, options).settings;
  const others = new AbortController();
  const follow = () => others.abort(signal?.reason);
  if (signal?.aborted) follow();
  const forget = onAbort(signal, follow);
  const each = { ...options, signal: others.signal };

  const read = async <Name extends EndpointName>(name: Name) => (await callEndpoint(core, name, args, each)).data;
  /** A part that may be absent when nothing was captured. Should the issue itself be absent, its own read fails. */
  const captured = async <Name extends EndpointName>(name: Name): Promise<ResponseOf<Name> | undefined> => {
    const { request, settings } = prepare(core, name, args, each);
    try {
      const done = await performCall(core, request, settings);
      const missing = core.validation === 'tolerant' ? missingData(done.answer.text) : undefined;
      if (missing === undefined) return answerBody(core, name, args, done);
      if (missing !== 'no body') core.drift.add(name, { kind: missing, path: 'data' });
      return undefined;
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  };

  try {
    const [issue, comments, consoleLogs, networkLogs, screenshots, techContext, userActions] = await Promise.all([
      readIssue(core, params, each),
      read('issues.comments.list'),
      captured('issues.consoleLogs'),
      captured('issues.networkLogs'),
      captured('issues.screenshots'),
      captured('issues.techContext'),
      captured('issues.userActions'),
    ]);
    return {
      issue: issue.data,
      comments: comments.data,
      consoleLogs: consoleLogs?.data ?? [],
      networkLogs: networkLogs?.data ?? [],
      screenshots: screenshots?.data ?? [],
      techContext: techContext?.data ?? null,
      userActions: userActions?.data ?? [],
    };
  } finally {
    forget();
    others.abort();
  }
}

/**
 * In which way a body says that nothing was captured, if it does. Bodies that hold something are longer than is looked
 * at.
 */
function missingData(text: string | undefined): 'no body' | 'null-value' | 'missing-field' | undefined {
  if (text === undefined || text.length > 100) return undefined;
  if (text === '') return 'no body';
  try {
    const body = JSON.parse(text);
    if (body === null || body.data === null) return 'null-value';
    return body.data === undefined ? 'missing-field' : undefined;
  } catch {
    return undefined;
  }
}
