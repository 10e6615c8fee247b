import type { IssueOrder } from '../../data/store/issue-list.ts';
import type { IssueRecord } from '../../data/store/records.ts';
import type { Readings } from './readings.ts';

/** The order that the reading `issueOrder` names; among equals the highest number first (GAP-7). */
export function issueOrder(reading: Readings['issueOrder']): IssueOrder {
  switch (reading) {
    case 'newest':
      return {
        compare: (a, b) => descending(a.createdAt, b.createdAt) || b.issueNumber - a.issueNumber,
        follows: 'createdAt',
      };
    case 'oldest':
      return {
        compare: (a, b) => descending(b.createdAt, a.createdAt) || a.issueNumber - b.issueNumber,
        follows: 'createdAt',
      };
    case 'updated':
      return {
        compare: (a, b) => descending(a.updatedAt, b.updatedAt) || b.issueNumber - a.issueNumber,
        follows: 'updatedAt',
      };
    default:
      return { compare: (a, b) => reading(a, b) || b.issueNumber - a.issueNumber, follows: 'anything' };
  }
}

/** Whether two issues are equal but for their numbers, in the order that the reading names (GAP-52). */
export function isTie(reading: Readings['issueOrder'], a: IssueRecord, b: IssueRecord): boolean {
  if (typeof reading === 'function') return reading(a, b) === 0;
  return reading === 'updated' ? a.updatedAt === b.updatedAt : a.createdAt === b.createdAt;
}

/** Timestamps of one form compare as text (GEN-4). */
function descending(a = '', b = ''): number {
  if (a === b) return 0;
  return a < b ? 1 : -1;
}
