import { nearestName } from '@issue-tracking/model';

/** Returns a hint for an unknown name: the nearest known one, or all known ones. */
export function didYouMean(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'there are none';
  const meant = nearestName(name, known);
  return meant === undefined ? `known are ${known.join(', ')}` : `did you mean "${meant}"?`;
}
