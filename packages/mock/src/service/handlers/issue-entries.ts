import type { List, TechContext } from '@issue-tracking/model';
import type { IssueRecord } from '../../data/store/records.ts';
import { HttpError } from '../../platform/http/http-error.ts';
import type { Behavior } from '../behavior/behavior.ts';
import { mockTexts } from '../mock-texts.ts';
import type { MockService } from '../service.ts';
import type { Handler, Reply } from './handler.ts';
import { applyFilters, type Filter, noMatchWarnings, presentList } from './present-list.ts';
import { absentValuesOf, jsonAs } from './record-json.ts';

interface IssueCall<Query> {
  readonly service: MockService;
  readonly behavior: Behavior;
  readonly issue: IssueRecord;
  readonly query: Query;
}

/** Returns the handler of a list of captured entries, in the order of their records: worlds sort them (GAP-51). */
export function listOf<T extends object, Query>(
  entriesOf: (issue: IssueRecord) => readonly T[],
  filtersOf: (query: Query) => Filter<T>[] = () => [],
) {
  return ({ service, behavior, issue, query }: IssueCall<Query>): Reply<List<T>> => {
    const entries = entriesOf(issue);
    const filters = filtersOf(query);
    const found = applyFilters(entries, filters);
    const data = presentList({ items: found, behavior, service });
    const warnings = found.length === 0 ? noMatchWarnings('entry', entries, filters) : [];
    return { json: jsonAs(absentValuesOf(behavior, issue), { data, total: found.length }), warnings };
  };
}

/** Returns the technical context of an issue (EP-16). The response has no `total`. */
export const getTechContext: Handler<'issues.techContext'> = ({ behavior, issue }) => {
  const { techContext } = issue;
  if (techContext === null && behavior.missingTechContext === 404) {
    throw new HttpError(404, mockTexts.notFound).because({
      text: 'No technical context was captured with the issue.',
      behavior: 'missingTechContext',
      reason: 'not found',
    });
  }
  const data = techContext ?? (behavior.missingTechContext === 'empty' ? empty : null);
  return { json: jsonAs(absentValuesOf(behavior, issue), { data }) };
};

/** The cast is needed because the response differs from v1 with this choice. */
const empty = {} as TechContext;
