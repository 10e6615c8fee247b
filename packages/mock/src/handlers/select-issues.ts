import type { Readings } from '../readings/readings.ts';
import { type IssueEntry, separator } from '../store/issue-entry.ts';
import type { ProjectEntry } from '../store/project-entry.ts';
import type { Selection } from '../store/selection.ts';
import type { Call } from './handler.ts';

/** The issues of a project that pass every filter, in list order (EP-6). */
export function selectIssues(
  project: ProjectEntry,
  { status, priority, label, q }: Call<'issues.list'>['query'],
  search: Readings['search'],
): Selection {
  const filter = { status, priority, label, finds: q === undefined ? undefined : finder(q, search) };
  // A predicate of somebody's own may find other issues each time.
  const key = q === undefined || search === 'substring' ? JSON.stringify([status, priority, label, q]) : undefined;
  return project.select(filter, key);
}

/** What `q` finds: a part of title or description in any letter case, unless a reading says otherwise (GAP-22). */
function finder(q: string, search: Readings['search']): (issue: IssueEntry) => boolean {
  if (search !== 'substring') return ({ record }) => search(record, q);
  const text = q.toLowerCase();
  if (!text.includes(separator)) return ({ searchText }) => searchText.includes(text);
  // Such a text could match across the border of the two.
  return ({ record }) => [record.title, record.description].some((part) => part.toLowerCase().includes(text));
}
