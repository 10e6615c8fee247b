import type { IssueRecord } from '../../data/store/records.ts';
import type { Behavior } from '../behavior/behavior.ts';
import type { HandlerInput } from './handler.ts';
import { finder } from './search.ts';

/** Those of a list of issues that pass every filter of a query (EP-6). */
export function filterIssues(
  issues: readonly IssueRecord[],
  { status, priority, label, q }: HandlerInput<'issues.list'>['query'],
  { search, letterCase }: Behavior,
): readonly IssueRecord[] {
  // enforces EP-6
  let found = issues;
  if (status !== undefined) found = found.filter((issue) => issue.status === status);
  if (priority !== undefined) found = found.filter((issue) => issue.priority === priority);
  if (label !== undefined) found = found.filter(labelTest(label, letterCase));
  const finds = q === undefined ? undefined : finder(q, search);
  return finds ? found.filter(finds) : found;
}

/** GAP-54 */
function labelTest(label: string, letterCase: Behavior['letterCase']): (issue: IssueRecord) => boolean {
  const fold = (text: string) => (letterCase === 'exact' ? text : text.toLowerCase());
  const wanted = fold(label);
  // A pulled issue may have none.
  return ({ labels }) => Array.isArray(labels) && labels.some((other) => fold(other) === wanted);
}
