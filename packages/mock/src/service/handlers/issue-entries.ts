import { type CapturedName, captured } from '@issue-tracking/model';
import { HttpError } from '../../platform/http/http-error.ts';
import type { IssueRecord } from '../../records/records.ts';
import type { Behavior } from '../behavior/behavior.ts';
import { mockTexts } from '../mock-texts.ts';
import type { MockService } from '../service.ts';
import type { Reply } from './handler.ts';
import { applyFilters, type Filter, noMatchWarnings, presentList } from './present-list.ts';
import { absentValuesOf, jsonAs } from './record-json.ts';

interface IssueCall {
  readonly service: MockService;
  readonly behavior: Behavior;
  readonly issue: IssueRecord;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Returns the handler of a captured part. Lists have the order of their records: worlds sort them (GAP-51). */
export function capturedHandler(name: CapturedName): (call: IssueCall) => Reply<unknown> {
  return captured[name].many ? (call) => listOf(name, call) : (call) => getOne(name, call);
}

function listOf(name: CapturedName, { service, behavior, issue, query }: IssueCall): Reply<unknown> {
  const entries = issue[name] as readonly object[];
  // Each parameter is a member of the entries that must be equal.
  const filters = Object.entries(query).flatMap(([member, value]): Filter<object>[] =>
    value === undefined
      ? []
      : [
          {
            name: member,
            text: `of the ${member} "${value}"`,
            passes: (entry) => Reflect.get(entry, member) === value,
          },
        ],
  );
  const found = applyFilters(entries, filters);
  const data = presentList({ items: found, behavior, service });
  const warnings = found.length === 0 ? noMatchWarnings('entry', entries, filters) : [];
  return { json: jsonAs(absentValuesOf(behavior, issue), { data, total: found.length }), warnings };
}

/** The response has no `total`. */
function getOne(name: CapturedName, { behavior, issue }: IssueCall): Reply<unknown> {
  const one: unknown = issue[name];
  // GAP-59 is of the technical context alone: v1 promises members of other objects.
  const missing = name === 'techContext' ? behavior.missingTechContext : 'null';
  if (one === null && missing === 404) {
    throw new HttpError(404, mockTexts.notFound).because({
      text: 'No technical context was captured with the issue.',
      behavior: 'missingTechContext',
      reason: 'not found',
    });
  }
  const data = one ?? (missing === 'empty' ? {} : null);
  return { json: jsonAs(absentValuesOf(behavior, issue), { data }) };
}
