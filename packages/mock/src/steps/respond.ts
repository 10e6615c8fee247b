import { HttpError } from '../platform/http/http-error.ts';
import { decoded, type Json, json } from '../platform/http/json.ts';
import { jsonResponse, type WireResponse } from '../platform/http/sent.ts';
import type { CheckedRequest } from '../endpoints/handler.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import { logChanges } from '../log/changes-of.ts';
import { projectNotFound } from './errors.ts';
import type { RequestContext } from './passage.ts';

type Target = Pick<CheckedRequest, 'project' | 'issue'>;

/**
 * Finds the project and issue of the path. Records of other organizations are not found (AUTH-6).
 *
 * @throws HttpError 404
 */
export function findTarget({ service, route, caller, params }: RequestContext): Target {
  const { projectId, issueNumber } = params;
  if (!('projectId' in route.params)) return { project: undefined, issue: undefined };
  const project = service.store.get('projects', projectId ?? '');
  // enforces AUTH-6
  if (!project || !caller.organizations().some(({ id }) => id === project.organizationId)) {
    const text = project
      ? `Project ${projectId} exists, but in an organization that the credential has no part in, or that is inactive.`
      : `There is no project ${projectId}.`;
    throw projectNotFound().because({ text, reason: 'not found' });
  }
  if (!('issueNumber' in route.params)) return { project, issue: undefined };
  const issue = service.store.issue(project.id, Number(issueNumber));
  if (issue) return { project, issue };
  throw new HttpError(404, mockTexts.issueNotFound).because({
    text: `Project ${projectId} has no issue ${issueNumber}.`,
    reason: 'not found',
  });
}

/**
 * Returns the response of the endpoint's handler. Finds the records again: earlier steps have awaited, and nothing may be awaited
 * between reading and writing a record.
 *
 * @throws HttpError if the handler rejects the request.
 */
export function respond(context: RequestContext): WireResponse {
  const { service, settings, entry, route, caller, params, query, body } = context;
  const { behavior, scenario } = settings;
  const call: CheckedRequest = { service, behavior, caller, params, query, body, ...findTarget(context) };
  const {
    status = route.operation.success,
    json: reply,
    shown = [],
    before,
    warnings = [],
  } = route.operation.handle(call);
  entry.shown = scenario === 'empty' && entry.endpoint === 'issues.list' ? [] : shown;
  entry.warn(...warnings);
  const [after] = shown;
  if (before && after) logChanges(service.requestLog, entry, before, after);
  return jsonResponse(status, scenario === 'empty' ? emptied(reply) : reply);
}

/** Empties the list of a response. Other responses stay unchanged. */
function emptied(response: Json<unknown>): Json<unknown> {
  const said = JSON.parse(decoded(response));
  if (!Array.isArray(said?.data)) return response;
  const counts = { total: 0, totalPages: 0 };
  const counted = Object.entries(counts).filter(([name]) => name in said);
  return json({ ...said, data: [], ...Object.fromEntries(counted) });
}
