import { deepCopy } from '../platform/deep-copy.ts';
import { didYouMean } from '../platform/input/did-you-mean.ts';
import { problem, problemsOf } from '../platform/input/problems.ts';
import { object } from '../platform/input/schemas.ts';
import { members } from './members.ts';
import { placements } from './placements.ts';
import type { RecordKind } from './records.ts';
import type { Store } from './store.ts';
import { WorldError } from './world-error.ts';
import { recordProblems } from './world-references.ts';

/**
 * Checks changes of a record and returns a copy of them, without members that are `undefined`. A pulled record may keep values
 * outside v1.
 *
 * @throws WorldError for unknown members and invalid values; TypeError for a member that identifies the record.
 */
export function checkedChanges<Record extends object>(
  store: Store,
  kind: RecordKind,
  present: Record,
  changes: unknown,
): Partial<Record> {
  const { noun, identity, reference } = placements[kind];
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    throw new TypeError(`The changes of ${noun}s must be an object of members and values.`);
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  checkNames(
    kind,
    given.map(([name]) => name),
    store,
  );
  const changed = given.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(present, name)));
  for (const [name] of changed)
    if (identity.includes(name) || name in reference)
      throw new TypeError(`${name} identifies the record and can't be changed.`);
  const known = changed.filter(([name]) => name in members[kind]);
  const shape = known.map(([name]) => [name, members[kind][name]]);
  const { error } = object(Object.fromEntries(shape)).safeParse(Object.fromEntries(known));
  const problems = error ? problemsOf(error, changes) : recordProblems(kind, changes);
  if (problems.length > 0) throw new WorldError(problems, `change of ${noun}s`);
  if (kind === 'users') checkSlugs(store, changes);
  return deepCopy(Object.fromEntries(given)) as Partial<Record>;
}

/** Rejects names that no record of the kind has: a misspelt one would find nothing. Pulled records may have others. */
export function checkNames(kind: RecordKind, names: readonly string[], store: Store): void {
  const known = [...Object.keys(members[kind]), ...(kind === 'issues' ? ['metadataSummary', 'shows'] : [])];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const others = new Set([...store.all(kind)].flatMap((record) => Object.keys(record)));
  const { noun } = placements[kind];
  const problems = unknown
    .filter((name) => !others.has(name))
    .map((path) => ({ path, message: `is not a member of ${noun}s; ${didYouMean(path, known)}` }));
  if (problems.length > 0) throw new WorldError(problems, `reference to ${noun}s`);
}

/** @throws WorldError for the slug of no organization. */
export function checkSlugs(store: Store, { organizations }: { readonly organizations?: unknown }): void {
  const slugs: readonly unknown[] = Array.isArray(organizations) ? organizations : [];
  const unknown = slugs.find((slug) => !store.organizationWith(String(slug)));
  if (unknown === undefined) return;
  const message = `must be slugs of organizations, and there is no ${String(unknown)}`;
  throw new WorldError([problem(['organizations'], message, organizations)], 'user');
}
