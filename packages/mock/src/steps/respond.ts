import { type Endpoint, endpoints } from '@issue-tracking/model';
import type { CheckedRequest } from '../endpoints/handler.ts';
import type { Entry, Explain } from '../log/entry.ts';
import type { FieldChange } from '../log/field-change.ts';
import type { Log } from '../log/log.ts';
import type { Said } from '../log/trace.ts';
import { HttpError } from '../platform/http/http-error.ts';
import { decoded, type Json, json } from '../platform/http/json.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import { emptyReply, jsonReply, type Reply } from '../platform/http/reply.ts';
import type { IssueRecord } from '../records/records.ts';
import type { Records } from '../records/versions.ts';
import type { Caller } from '../state.ts';
import { projectNotFound } from './errors.ts';
import type { Passage } from './passage.ts';
import type { Route } from './route.ts';

/** A request that has passed all checks of its texts. */
type Checked = Pick<CheckedRequest, 'caller' | 'params' | 'query' | 'body'>;
type Target = Pick<CheckedRequest, 'project' | 'issue'>;

/** Requires that project and issue of the path exist. @throws HttpError 404 */
export function requireTarget(passage: Passage, caller: Caller, params: CheckedRequest['params']): void {
  const { issue } = findTarget(seenBy(passage), caller, params);
  passage.tell(issue ? issueExists : projectExists);
}

const issueExists: Said = { text: 'The issue exists.' };
const projectExists: Said = { text: 'The project exists.' };

/** Returns the records that reads see. */
function seenBy({ service: { store, clock } }: Passage): Records {
  return store.seenAt(clock.now);
}

/** Finds the project and issue of the path. Records of other organizations are not found (AUTH-6). */
function findTarget(records: Records, caller: Caller, params: CheckedRequest['params']): Target {
  const { projectId, issueNumber } = params;
  if (projectId === undefined) return { project: undefined, issue: undefined };
  const project = records.get('projects', String(projectId));
  // enforces AUTH-6
  if (!project || !caller.organizations().some(({ id }) => id === project.organizationId)) {
    const text = project
      ? `Project ${projectId} exists, but in an organization that the credential has no part in, or that is inactive.`
      : `There is no project ${projectId}.`;
    throw projectNotFound().because({ text, reason: 'not found' });
  }
  if (issueNumber === undefined) return { project, issue: undefined };
  const issue = records.issue(project.id, Number(issueNumber));
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
 * @throws HttpError
 */
export function respond(passage: Passage, route: Route, checked: Checked): Reply {
  const { service, entry } = passage;
  const { behavior, scenario } = entry.settings;
  const row: Endpoint = endpoints[route.endpoint];
  const records = seenBy(passage);
  const target = findTarget(records, checked.caller, checked.params);
  const request = { service, records, behavior, ...checked, ...target };
  const {
    status = route.success,
    json: response,
    effect,
    change,
    warnings,
  } = service.store.handle(service.clock.now, () => route.handle(request));
  if (warnings) entry.found = warnings;
  if (change) entry.changes = changesOf(service.state.log, entry, ...change);
  passage.tell(effect ? (told) => explained(told, effect) : explained);
  if (!response) return emptyReply(status, row.headers);
  return jsonReply(status, scenario === 'empty' ? emptied(response) : response, row.headers);
}

/** Returns the fields of an issue that a request has changed. */
function changesOf(log: Log, entry: Entry, before: IssueRecord, after: IssueRecord): FieldChange[] {
  const fields = (['status', 'priority'] as const).filter((field) => before[field] !== after[field]);
  return fields.map((field) => {
    const from = before[field];
    const setter = lastSetter(log, entry, field, from);
    return { field, from, to: after[field], ...(setter && { setBy: shownSetter(setter) }) };
  });
}

/** Finds the request that set a field of the same issue to its present value; `undefined` if the world, a test or the panel did. */
function lastSetter(
  { entries }: Log,
  { params }: Entry,
  field: FieldChange['field'],
  value: string,
): Entry | undefined {
  const isSame = (other: Entry) =>
    other.params['projectId'] === params['projectId'] && other.params['issueNumber'] === params['issueNumber'];
  return [...entries].findLast(
    (other) => isSame(other) && other.changes.some((change) => change.field === field && change.to === value),
  );
}

function shownSetter({ number, at, shownCredential }: Entry): NonNullable<FieldChange['setBy']> {
  return { number, at, ...(shownCredential && { credential: shownCredential }) };
}

/** Explains the response of the handler, after the effect of a write. */
function explained(entry: Entry, effect?: Said | Explain): Said {
  const { text, behavior } = { ...(typeof effect === 'function' ? effect(entry) : effect) };
  const effects = text === undefined ? [] : [text];
  if (entry.settings.scenario === 'empty')
    return { outcome: 'changed', text: [...effects, 'In the scenario empty, lists have no items.'].join(' ') };
  const isReplaced = entry.spoiledBy !== undefined;
  const own = entry.status === undefined ? 'The request was handled.' : `The response is ${entry.status}.`;
  const reply = isReplaced ? 'A fault replaced the response.' : own;
  const mistakes = entry.warnings.filter(({ kind }) => kind !== 'ignored').map(({ text }) => text);
  return {
    outcome: mistakes.length > 0 ? 'warned' : 'passed',
    text: [...effects, reply, ...mistakes].join(' '),
    behavior: isReplaced ? undefined : behavior,
  };
}

/** Empties the list of a response. Other responses stay unchanged. */
function emptied(response: Json<unknown>): Json<unknown> {
  const said = JSON.parse(decoded(response));
  if (!Array.isArray(said?.data)) return response;
  const counts = { total: 0, totalPages: 0 };
  const counted = Object.entries(counts).filter(([name]) => name in said);
  return json({ ...said, data: [], ...Object.fromEntries(counted) });
}
