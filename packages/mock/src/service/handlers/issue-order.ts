import type { IssueOrder } from '../../data/store/project-issues.ts';
import type { IssueRecord } from '../../data/store/records.ts';
import type { Readings } from '../readings/readings.ts';

/** The named orders; among equals the highest number first, or last where all is turned round. */
const named: Readonly<Record<Extract<Readings['issueOrder'], string>, IssueOrder>> = {
  newest: (a, b) => descending(a.createdAt, b.createdAt) || b.issueNumber - a.issueNumber,
  oldest: (a, b) => descending(b.createdAt, a.createdAt) || a.issueNumber - b.issueNumber,
  updated: (a, b) => descending(a.updatedAt, b.updatedAt) || b.issueNumber - a.issueNumber,
};

/** The order that the reading `issueOrder` names (GAP-7). */
export function issueOrder(reading: Readings['issueOrder']): IssueOrder {
  if (typeof reading === 'string') return named[reading];
  return (a, b) => reading(a, b) || b.issueNumber - a.issueNumber;
}

/** Whether two issues are equal but for their numbers, in the order that the reading names (GAP-52). */
export function isTie(reading: Readings['issueOrder'], a: IssueRecord, b: IssueRecord): boolean {
  if (typeof reading === 'function') return reading(a, b) === 0;
  return reading === 'updated' ? a.updatedAt === b.updatedAt : a.createdAt === b.createdAt;
}

/** Timestamps of one form compare as text (GEN-4); pulled data may have other values, which must have places too. */
function descending(a: unknown, b: unknown): number {
  const [first, second] = [`${a ?? ''}`, `${b ?? ''}`];
  if (first === second) return 0;
  return first < second ? 1 : -1;
}
