import type { Readings } from '../readings/readings.ts';
import { type IssueEntry, separator } from '../store/issue-entry.ts';
import type { ProjectEntry } from '../store/project-entry.ts';

/** What a list asks for; absent members ask for nothing. */
interface Filters {
  readonly status?: string | undefined;
  readonly priority?: string | undefined;
  readonly label?: string | undefined;
  readonly q?: string | undefined;
}

/** The issues of a project that pass every filter, in list order (EP-6). */
export function selectIssues(
  project: ProjectEntry,
  { status, priority, label, q }: Filters,
  search: Readings['search'],
): readonly IssueEntry[] {
  if (status === undefined && priority === undefined && label === undefined && q === undefined)
    return project.inOrder();
  const finds = q === undefined ? undefined : finder(q, search);
  const passes = (issue: IssueEntry) => {
    const { record } = issue;
    return (
      (status === undefined || record.status === status) &&
      (priority === undefined || record.priority === priority) &&
      (label === undefined || record.labels.includes(label)) &&
      (finds === undefined || finds(issue))
    );
  };
  // A predicate of somebody's own may find other issues each time.
  if (finds && search !== 'substring') return project.inOrder().filter(passes);
  const key = JSON.stringify([status, priority, label, q]);
  return project.selection(key, (issues) => issues.filter(passes));
}

/** What `q` finds: a part of title or description in any letter case, unless a reading says otherwise (GAP-22). */
function finder(q: string, search: Readings['search']): (issue: IssueEntry) => boolean {
  if (search !== 'substring') return ({ record }) => search(record, q);
  const text = q.toLowerCase();
  // Such a query could match across the border of the two texts.
  if (text.includes(separator))
    return ({ record }) => contains(record.title, text) || contains(record.description, text);
  return ({ searchText }) => searchText.includes(text);
}

function contains(value: string, text: string): boolean {
  return value.toLowerCase().includes(text);
}
