import { capturedLists } from '@issue-tracking/model';
import { type CapturedEntry, sortedByTime } from './entry-order.ts';
import { formatVersion } from './file-format.ts';
import { type IssueRecord, kindsIn, placements, type RecordKind, type RecordsByKind } from './records.ts';
import { issueKey, type Store } from './store.ts';
import { type PulledWorld, parseWorld, type World } from './world.ts';
import { WorldError } from './world-error.ts';

/**
 * Returns the records as a world that gives the same responses. Includes pending writes, but no revoked credentials: they are
 * rejected like unknown ones.
 *
 * @throws WorldError for records that a world can't have, such as a user whose name was changed to a number.
 */
export function exportWorld(store: Store): World | PulledWorld {
  const slugs = new Set([...store.all('organizations')].map(({ slug }) => slug));
  let isInOrder = true;

  function shown<K extends RecordKind>(kind: K, record: RecordsByKind[K], key: string): object {
    const own: Record<string, unknown> = { ...record };
    for (const reference of Object.keys(placements[kind].reference)) delete own[reference];
    if ('revoked' in own) delete own['revoked'];
    if (kind === 'users')
      own['organizations'] = [...new Set(elements(own['organizations']))].filter((slug) => slugs.has(String(slug)));
    if (kind === 'projects') {
      const highest = store.of('issues', key).at(-1)?.issueNumber ?? 0;
      delete own['nextIssueNumber'];
      // The highest issues were deleted: their numbers must not be given again.
      if (store.nextNumber(key) > highest + 1) own['nextIssueNumber'] = store.nextNumber(key);
    }
    if (kind === 'issues') {
      Object.assign(own, store.withPendingWrites(record as IssueRecord));
      delete own['projectId'];
      for (const list of capturedLists) {
        const entries = elements(own[list]) as CapturedEntry[];
        if (entries.length === 0) delete own[list];
        // A world sorts entries; the pulled form keeps any order (GAP-51).
        else isInOrder &&= sortedByTime(entries).every((entry, at) => entry === entries[at]);
      }
    }
    for (const below of kindsIn(kind)) {
      const pending = below === 'comments' ? store.pending.filter((write) => issueKey(write) === key) : [];
      const children = [...store.of(below, key), ...pending.flatMap(({ comment = [] }) => comment)];
      const inForce = children.filter((child) => !('revoked' in child && child.revoked));
      if (inForce.length > 0) own[below] = inForce.map((child) => shown(below, child as never, childKey(below, child)));
    }
    return own;
  }

  const lists = kindsIn(undefined).map((kind) => [
    kind,
    [...store.all(kind)].map((record) => shown(kind, record as never, childKey(kind, record))),
  ]);
  const world = structuredClone({ formatVersion, ...Object.fromEntries(lists) }) as object;
  if (isWorld(world) && isInOrder) return world as World;
  // The cast: `parseWorld` decides which form it is.
  const pulled = { form: 'pulled', ...world } as object as PulledWorld;
  parseWorld(pulled);
  return pulled;
}

function childKey(kind: RecordKind, record: object): string {
  return kind === 'issues' ? issueKey(record as IssueRecord) : String(Reflect.get(record, 'id'));
}

function elements(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isWorld(world: unknown): boolean {
  try {
    parseWorld(world);
    return true;
  } catch (error) {
    if (error instanceof WorldError) return false;
    throw error;
  }
}
