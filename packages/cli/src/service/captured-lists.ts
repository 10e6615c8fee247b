import { type CapturedList as List, capturedLists as lists } from '@issue-tracking/model';
import type { JsonObject } from '../platform/json.ts';

export type CapturedList = 'comments' | List;

/** The lists of an issue: the member of a world that has each, and its endpoint. */
export const capturedLists = {
  comments: 'issues.comments.list',
  // Each list is read by the endpoint of its name.
  ...(Object.fromEntries(lists.map((name) => [name, `issues.${name}`])) as { [Name in List]: `issues.${Name}` }),
} as const;
export type Captured = { [Member in CapturedList]?: JsonObject[] } & { techContext?: JsonObject | null };
