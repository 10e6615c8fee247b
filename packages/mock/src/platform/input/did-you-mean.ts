import { nearestName } from '@issue-tracking/model';

/** What to say to who wrote a name that is not known: the one that was probably meant, or all there are. */
export function didYouMean(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  return meant === undefined ? `known are ${known.join(', ')}` : `did you mean "${meant}"?`;
}
