import { nearestName } from '@issue-tracking/model';
import type { Behavior } from '../behavior/behavior.ts';
import type { IssueRecord } from '../records/records.ts';
import type { HandlerInput } from './handler.ts';
import type { Filter } from './list.ts';
import { finder } from './search.ts';

type Filters = Omit<Required<HandlerInput<'issues.list'>['query']>, 'page' | 'limit'>;
type FilterBy<Value> = (value: Value, behavior: Behavior) => Omit<Filter<IssueRecord>, 'name'> | undefined;

/** The filters by query parameter: a parameter of the endpoint without one doesn't compile. */
// enforces EP-6
const filtersBy: { readonly [Name in keyof Filters]: FilterBy<NonNullable<Filters[Name]>> } = {
  status: (status) => ({ text: `with the status "${status}"`, passes: (issue) => issue.status === status }),
  priority: (priority) => ({ text: `with the priority "${priority}"`, passes: (issue) => issue.priority === priority }),
  label: (label) => ({
    text: `with the label "${label}"`,
    // GAP-54
    passes: (issue) => labelsOf(issue).includes(label),
    nearest: (issues) => nearestName(label, [...new Set(issues.flatMap(labelsOf))]),
  }),
  q(q, { search }) {
    const passes = finder(q, search);
    return passes && { text: `that contains the text "${q}"`, passes };
  },
};

/** Returns the filters of a query (EP-6). */
export function issueFilters(query: Readonly<Record<string, unknown>>, behavior: Behavior): Filter<IssueRecord>[] {
  return Object.entries(filtersBy).flatMap(([name, filterBy]) => {
    const value = query[name];
    // The row's schema has checked the value.
    const filter = value === undefined ? undefined : (filterBy as FilterBy<unknown>)(value, behavior);
    return filter ? [{ name, ...filter }] : [];
  });
}

/** Pulled issues may have no labels, or labels that are no texts. */
function labelsOf({ labels }: IssueRecord): string[] {
  return Array.isArray(labels) ? labels.filter((one) => typeof one === 'string') : [];
}
