import { capturedLists } from '@issue-tracking/model';
import { deepCopy } from '../platform/deep-copy.ts';
import { type CapturedEntry, sortedByTime } from './entry-order.ts';
import { formatVersion } from './file-format.ts';
import { keyOf, kindsIn, placements } from './placements.ts';
import type { IssueRecord, RecordKind, RecordsByKind } from './records.ts';
import { elements } from './untyped.ts';
import type { Records } from './versions.ts';
import { type PulledWorld, parseRecords, type World } from './world.ts';
import { WorldError } from './world-error.ts';

/** The position in the sequence of generated ids. */
interface Position {
  readonly isUsed: boolean;
  readonly position: number;
}

/**
 * Returns the records as a world that gives the same responses. Includes writes that reads don't see yet, but no revoked credentials: they are
 * rejected like unknown ones.
 *
 * @throws WorldError for records that a world can't have.
 */
export function exportWorld(store: Records, ids: Position): World | PulledWorld {
  const lists = kindsIn(undefined).map((kind) => [
    kind,
    [...store.all(kind)].map((each) => exported(store, kind, each)),
  ]);
  const content = { formatVersion, ...(ids.isUsed && { idPosition: ids.position }), ...Object.fromEntries(lists) };
  const world: object = deepCopy(content);
  if ([...store.all('issues')].every(isSorted) && isWorld(world)) return world as World;
  // The cast: `parseRecords` decides which form it is.
  const pulled = { form: 'pulled', ...world } as object as PulledWorld;
  parseRecords(pulled);
  return pulled;
}

/** Returns a record as in a world file, with the records below it. */
function exported<K extends RecordKind>(store: Records, kind: K, record: RecordsByKind[K]): object {
  const key = keyOf(kind, record) ?? '';
  const own: Record<string, unknown> = { ...record, ...exceptions[kind]?.(store, record as never, key) };
  // The place of a record in the file says its parent.
  for (const reference of Object.keys(placements[kind].reference)) own[reference] = undefined;
  for (const below of kindsIn(kind)) {
    const children = store.of(below, key);
    const inForce = children.filter((child) => !('revoked' in child && child.revoked));
    if (inForce.length > 0) own[below] = inForce.map((child) => exported(store, below, child));
  }
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}

/** Members that a world file has in another form than the record; it lacks those that are `undefined`. */
const exceptions: {
  readonly [K in RecordKind]?: (
    store: Records,
    record: RecordsByKind[K],
    key: string,
  ) => { readonly [member: string]: unknown };
} = {
  projects: (store, _, key) => {
    const next = store.nextNumber(key);
    // The highest issues were deleted: their numbers must not be given again.
    return { nextIssueNumber: next > (store.of('issues', key).at(-1)?.issueNumber ?? 0) + 1 ? next : undefined };
  },
  issues(_, issue) {
    const empty = capturedLists.filter((list) => elements(issue, list).length === 0);
    return Object.fromEntries(empty.map((list) => [list, undefined]));
  },
  users: (store, { organizations }) => ({
    organizations: [...new Set(organizations)].filter((slug) => store.organizationWith(slug)),
  }),
  apiKeys: () => ({ revoked: undefined }),
  accessTokens: () => ({ revoked: undefined }),
};

/** Whether all lists of an issue are in the order of time: a world sorts them, the pulled form keeps any order (GAP-51). */
function isSorted(issue: IssueRecord): boolean {
  return capturedLists.every((list) => {
    const entries = elements(issue, list) as readonly CapturedEntry[];
    return sortedByTime(entries).every((entry, at) => entry === entries[at]);
  });
}

function isWorld(world: unknown): boolean {
  try {
    parseRecords(world);
    return true;
  } catch (error) {
    if (error instanceof WorldError) return false;
    throw error;
  }
}
