import { type CapturedName, captured } from '@issue-tracking/model';
import type { Behavior } from '../behavior/behavior.ts';
import { HttpError } from '../platform/http/http-error.ts';
import type { Json } from '../platform/http/json.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import type { IssueRecord } from '../records/records.ts';
import type { HandlerReply } from './handler.ts';
import { applyFilters, type Filter, noMatchWarnings } from './list.ts';
import { absentValuesOf, jsonAs } from './record-json.ts';

interface IssueCall {
  readonly behavior: Behavior;
  readonly issue: IssueRecord;
  readonly query: Readonly<Record<string, unknown>>;
}

type Reply = HandlerReply & { readonly json: Json<unknown> };

/** Returns the handler of a captured part. Lists are whole (GAP-50), in the order of their records: worlds sort them (GAP-51). */
export function capturedHandler(name: CapturedName): (call: IssueCall) => Reply {
  return captured[name].many ? (call) => listOf(name, call) : (call) => getOne(name, call);
}

function listOf(name: CapturedName, { behavior, issue, query }: IssueCall): Reply {
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
  const data = applyFilters(entries, filters);
  const warnings = data.length === 0 ? noMatchWarnings('entry', entries, filters) : [];
  return { json: jsonAs(absentValuesOf(behavior, issue), { data, total: data.length }), warnings };
}

/** The response has no `total`. */
function getOne(name: CapturedName, { behavior, issue }: IssueCall): Reply {
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
