import type { ErrorDetail } from '@issue-tracking/model';
import type { Shape } from './shape.ts';
import { type Finding, walkerFor } from './walker.ts';

/**
 * What is wrong with a value, place by place and without quoting it; empty when it has the shape. `found` is told what
 * is right but unknown.
 */
export function problemsOf(shape: Shape, value: unknown, found?: (finding: Finding) => void): ErrorDetail[] {
  const walk = walkerFor(shape);
  if (walk(value, { found, details: undefined }, '')) return [];
  // A second time for the messages, so that a value that is right pays nothing for them.
  const details: ErrorDetail[] = [];
  walk(value, { found: undefined, details }, '');
  return details;
}
