import { defaultWorld } from './default-world.ts';
import { beginningFor } from './defaults.ts';
import type { Ids } from './ids.ts';
import { uniqueMembers } from './placements.ts';
import { Planter } from './plant.ts';
import type { Store, StoreSnapshot } from './store.ts';
import { memberOf } from './untyped.ts';
import { isPulled, type PulledWorld, type World } from './world.ts';
import { visitRecords } from './world-references.ts';

/** Where a world is loaded. */
interface Target {
  readonly store: Store;
  readonly ids: Ids;
  readonly now: number;
}

/** Replaces all records by those of a checked world. */
export function loadWorld(target: Target, world: World | PulledWorld): void {
  target.store.clear();
  plantChecked(target, world);
}

/** The default world that was planted last, with the time of its first records. */
let planted: { readonly beginning: string; readonly records: StoreSnapshot } | undefined;

/**
 * Adds the records of the default world to an empty store. Mocks share them, as records never change: planting them would take
 * longer than the rest of `createMock`. They aren't checked here, but by a test.
 */
export function loadDefaultWorld(target: Target): void {
  const beginning = beginningFor(target.now);
  if (planted?.beginning === beginning) target.store.restore(planted.records);
  else {
    plantChecked(target, defaultWorld());
    planted = { beginning, records: target.store.snapshot() };
  }
}

/** Adds the records of a checked world to an empty store. */
function plantChecked({ store, ids, now }: Target, world: World | PulledWorld): void {
  const reserved = uniqueValues(world);
  if (world.idPosition !== undefined) ids.position = world.idPosition;
  for (const taken of reserved.values()) ids.avoid(taken);
  new Planter({ store, ids, now, isInitial: true, isPulled: isPulled(world), reserved }).plantWorld(world);
}

/** Returns the values of unique members, by what they name: defaults must differ from all of them. */
function uniqueValues(world: object): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  visitRecords(world, undefined, ({ kind, value }) => {
    for (const [member, what] of uniqueMembers[kind]) {
      const name = memberOf(value, member);
      if (typeof name === 'string') found.set(what, (found.get(what) ?? new Set()).add(name));
    }
  });
  return found;
}
