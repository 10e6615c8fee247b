import { comparableText } from '../records/comparable-text.ts';
import type { IssueOrder } from '../records/versions.ts';
import type { Behavior } from './behavior.ts';

/** Comparators of the behavior option `issueOrder` (GAP-7). Issues with equal times are ordered by number, in the same direction as the times. */
export const issueOrders: Readonly<Record<Behavior['issueOrder'], IssueOrder>> = {
  newest: (a, b) => descending(a.createdAt, b.createdAt) || b.issueNumber - a.issueNumber,
  oldest: (a, b) => descending(b.createdAt, a.createdAt) || a.issueNumber - b.issueNumber,
  updated: (a, b) => descending(a.updatedAt, b.updatedAt) || b.issueNumber - a.issueNumber,
};

/** Compares timestamps as text (GEN-4). Other values of pulled data are compared, too, for a consistent order. */
function descending(a: unknown, b: unknown): number {
  const [first, second] = [comparableText(a), comparableText(b)];
  if (first === second) return 0;
  return first < second ? 1 : -1;
}
