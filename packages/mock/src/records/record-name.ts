import { keyOf, placements } from './placements.ts';
import type { CommentRecord, IssueRecord, RecordKind, RecordsByKind } from './records.ts';

/** Returns a key as messages show it: an issue's is `3 in prj_web`. */
export function shownKey(key: string): string {
  return key.replace(/^(.*)\/(\d+)$/, '$2 in $1');
}

/** Returns what names a record in messages, without secrets: `issue 3 in prj_web`. */
export function nameOf<K extends RecordKind>(kind: K, record: RecordsByKind[K]): string {
  return `${placements[kind].noun} ${subjectOf(kind, record)}`;
}

/** Returns the number, name or id of a record. */
export function subjectOf<K extends RecordKind>(kind: K, record: RecordsByKind[K]): string {
  if (kind === 'comments') {
    const { projectId, issueNumber } = record as CommentRecord;
    return `on issue ${issueNumber} in ${projectId}`;
  }
  if (kind === 'issues') return `${(record as IssueRecord).issueNumber} in ${(record as IssueRecord).projectId}`;
  // Keys and tokens have a name, which is shown instead.
  const { slug, name } = record as { readonly slug?: string; readonly name?: string };
  if (kind === 'organizations' && slug !== undefined) return slug;
  return (kind === 'apiKeys' || kind === 'accessTokens' ? name : keyOf(kind, record)) ?? '';
}
