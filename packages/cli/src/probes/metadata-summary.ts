import { isMembers, type Members } from '../platform/json.ts';

/** The number that an issue says of something captured with it. */
export function countOf(issue: Members, name: string): number {
  const summary = issue['metadataSummary'];
  return isMembers(summary) && typeof summary[name] === 'number' ? summary[name] : 0;
}

/** How much there is to see in an issue. */
export function weight(issue: Members): number {
  const summary = issue['metadataSummary'];
  return isMembers(summary) ? Object.values(summary).reduce<number>((sum, count) => sum + (Number(count) || 0), 0) : 0;
}
