import { nearestName } from '@issue-tracking/model';
import type { IssueRecord } from '../../data/store/records.ts';
import type { Behavior } from '../behavior/behavior.ts';
import type { HandlerInput } from './handler.ts';
import type { Filter } from './present-list.ts';
import { finder } from './search.ts';

/** Returns the filters of a query (EP-6). */
export function issueFilters(
  { status, priority, label, q }: HandlerInput<'issues.list'>['query'],
  { search }: Behavior,
): Filter<IssueRecord>[] {
  // enforces EP-6
  const filters: Filter<IssueRecord>[] = [];
  if (status !== undefined)
    filters.push({ name: 'status', text: `with the status "${status}"`, passes: (issue) => issue.status === status });
  if (priority !== undefined)
    filters.push({
      name: 'priority',
      text: `with the priority "${priority}"`,
      passes: (issue) => issue.priority === priority,
    });
  if (label !== undefined) filters.push(labelFilter(label));
  const finds = q === undefined ? undefined : finder(q, search);
  if (finds) filters.push({ name: 'q', text: `that contains the text "${q}"`, passes: finds });
  return filters;
}

function labelFilter(label: string): Filter<IssueRecord> {
  // Pulled issues may have no labels, or labels that are no texts.
  const labelsOf = ({ labels }: IssueRecord) =>
    Array.isArray(labels) ? labels.filter((one) => typeof one === 'string') : [];
  return {
    name: 'label',
    text: `with the label "${label}"`,
    // GAP-54
    passes: (issue) => labelsOf(issue).includes(label),
    nearest: (issues) => nearestName(label, [...new Set(issues.flatMap(labelsOf))]),
  };
}
