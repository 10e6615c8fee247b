import type { Ids } from './ids.ts';
import { placements } from './placements.ts';
import { Planter } from './plant.ts';
import type { Store } from './store.ts';
import { memberOf } from './untyped.ts';
import { isPulled, type PulledWorld, parseWorld, type World } from './world.ts';
import { visitRecords } from './world-references.ts';

/** Where a world is loaded. */
interface Target {
  readonly store: Store;
  readonly ids: Ids;
  readonly now: number;
}

/** Replaces all records by those of a world. @throws WorldError before anything has changed. */
export function loadWorld(target: Target, world: unknown): void {
  loadChecked(target, parseWorld(world));
}

/** Replaces all records by those of a checked world. */
export function loadChecked({ store, ids, now }: Target, world: World | PulledWorld): void {
  const reserved = uniqueValues(world);
  store.clear();
  if (world.idPosition !== undefined) ids.position = world.idPosition;
  for (const taken of reserved.values()) ids.avoid(taken);
  new Planter({ store, ids, now, isInitial: true, isPulled: isPulled(world), reserved }).plantWorld(world);
}

/** Returns the values of unique members, by what they name: defaults must differ from all of them. */
function uniqueValues(world: object): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  visitRecords(world, undefined, ({ kind, value }) => {
    for (const [member, what] of Object.entries(placements[kind].unique)) {
      const name = memberOf(value, member);
      if (typeof name === 'string') found.set(what, (found.get(what) ?? new Set()).add(name));
    }
  });
  return found;
}
