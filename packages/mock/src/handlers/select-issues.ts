import type { Readings } from '../readings/readings.ts';
import { type IssueEntry, separator } from '../store/issue-entry.ts';

/** What a list asks for; absent members ask for nothing. */
interface Filters {
  readonly status?: string | undefined;
  readonly priority?: string | undefined;
  readonly label?: string | undefined;
  readonly q?: string | undefined;
}

/** One page of the issues that pass every filter, and how many do (EP-6): one pass, without lists in between. */
export function selectIssues(
  issues: readonly IssueEntry[],
  { status, priority, label, q }: Filters,
  search: Readings['search'],
  { skip, take }: { readonly skip: number; readonly take: number },
): { page: readonly IssueEntry[]; total: number } {
  if (status === undefined && priority === undefined && label === undefined && q === undefined) {
    return { page: issues.slice(skip, skip + take), total: issues.length };
  }
  const finds = q === undefined ? undefined : finder(q, search);
  const page: IssueEntry[] = [];
  let total = 0;
  for (const issue of issues) {
    const { record } = issue;
    if (status !== undefined && record.status !== status) continue;
    if (priority !== undefined && record.priority !== priority) continue;
    if (label !== undefined && !record.labels.includes(label)) continue;
    if (finds && !finds(issue)) continue;
    if (total >= skip && page.length < take) page.push(issue);
    total++;
  }
  return { page, total };
}

/** What `q` finds: a part of title or description in any letter case, unless a reading says otherwise (GAP-22). */
function finder(q: string, search: Readings['search']): (issue: IssueEntry) => boolean {
  if (search !== 'substring') return ({ record }) => search(record, q);
  const text = q.toLowerCase();
  // Such a query could match across the border of the two texts.
  if (text.includes(separator)) {
    return ({ record }) => record.title.toLowerCase().includes(text) || record.description.toLowerCase().includes(text);
  }
  return ({ searchText }) => searchText.includes(text);
}
