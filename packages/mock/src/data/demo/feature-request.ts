import type { IssuePriority } from '@issue-tracking/model';
import type { Random } from './random.ts';

/** Something to be done that is no bug: it was written in the dashboard, so nothing was captured with it. */
export type FeatureRequest = readonly [
  title: string,
  description: string,
  labels: readonly string[],
  priority: IssuePriority,
  /** What the team says about it. */
  answer: string,
  /** What a developer says when it is done. */
  done: string,
];

/** Wishes of one kind, worded a little differently each time. */
export type FeatureRequestList = (random: Random) => readonly FeatureRequest[];
