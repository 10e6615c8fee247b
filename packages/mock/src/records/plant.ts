import { type CapturedName, capturedLists } from '@issue-tracking/model';
import { defaults, type Origin } from './defaults.ts';
import type { Ids } from './ids.ts';
import { kindsIn, type NewRecords, placements, type RecordKind, type RecordsByKind } from './records.ts';
import { nounOf, type Store } from './store.ts';

/** Where records are added, and how. */
export interface Planting {
  readonly store: Store;
  readonly ids: Ids;
  readonly now: number;
  /** Initial data, which was there before `now`; otherwise the records are created now. */
  readonly isInitial?: boolean;
  /** Data of a service, which stays as it is: without defaults, and with duplicate ids. */
  readonly isPulled?: boolean;
  /** Values of unique members later in the same data, by what they name. */
  readonly reserved?: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Adds a record with defaults, and the records in its lists. If one of them can't be added, none is.
 *
 * @throws TypeError for a missing parent or a duplicate.
 */
export function plant<K extends RecordKind>(planting: Planting, kind: K, input: NewRecords[K]): RecordsByKind[K] {
  const { parent, reference } = placements[kind];
  const values = Object.keys(reference).map((member) => String(Reflect.get(input, member)));
  const above = parent && planting.store.get(parent, values.join('/'));
  if (parent && !above) throw noParent(planting.store, parent, values);
  return plantBelow(planting, kind, input, above, undefined);
}

function plantBelow<K extends RecordKind>(
  planting: Planting,
  kind: K,
  input: NewRecords[K],
  parent: object | undefined,
  previous: object | undefined,
  index = 0,
): RecordsByKind[K] {
  const { store, isPulled = false } = planting;
  const { own, lists } = split(kind, input);
  const record =
    isPulled && !isStrict(kind) ? asPulled(kind, own) : complete(planting, kind, own, parent, previous, index);
  store.add(kind, record, !isPulled);
  try {
    for (const [below, children] of lists) plantAll(planting, below, children, record);
  } catch (error) {
    store.remove(kind, record);
    throw error;
  }
  return record;
}

/** Adds a list of records below one. */
function plantAll(planting: Planting, kind: RecordKind, inputs: readonly object[], parent: object | undefined): void {
  const references = Object.entries(placements[kind].reference);
  const reference = Object.fromEntries(references.map(([member, of]) => [member, Reflect.get(Object(parent), of)]));
  // Numbers later in the list are taken, too.
  if (kind === 'issues') {
    const highest = inputs.reduce(
      (most, { issueNumber = 0 }: { issueNumber?: number }) => Math.max(most, issueNumber),
      0,
    );
    planting.store.reserveNumbers(String(Reflect.get(Object(parent), 'id')), highest);
  }
  let previous: object | undefined;
  for (const [index, input] of inputs.entries())
    previous = plantBelow(planting, kind, { ...input, ...reference } as never, parent, previous, index);
}

/** Adds the records of a world. */
export function plantWorld(planting: Planting, world: object): void {
  for (const kind of kindsIn(undefined)) plantAll(planting, kind, Reflect.get(world, kind) ?? [], undefined);
}

/** The sources of ids and numbers, made once for all records that are added together. */
function sourcesOf({ store, ids, now, isInitial = false, reserved }: Planting) {
  const isTaken = (what: string, value: string) =>
    store.isTaken(what, value) || (reserved?.get(what)?.has(value) ?? false);
  return {
    now,
    isInitial,
    nextId: (prefix: string) => ids.next(prefix),
    uuid: () => ids.uuid(),
    free: (of: RecordKind, member: string, base: string) =>
      uniqueName(base, (value) => isTaken(placements[of].unique[member] ?? '', value)),
    nextNumber: (projectId: string) => store.nextNumber(projectId),
  };
}

const sources = new WeakMap<Planting, ReturnType<typeof sourcesOf>>();

function complete<K extends RecordKind>(
  planting: Planting,
  kind: K,
  given: NewRecords[K],
  parent: object | undefined,
  previous: object | undefined,
  index: number,
): RecordsByKind[K] {
  const known = sources.get(planting) ?? sourcesOf(planting);
  sources.set(planting, known);
  const origin: Origin = { ...known, index, parent, previous };
  const record = defaults[kind](given, origin);
  // The defaults of issues contain what was given, but for members that have none.
  for (const member in given) {
    if (given[member] === undefined || (kind === 'issues' && member in record)) continue;
    Reflect.set(record, member, given[member]);
  }
  return record;
}

/** Whether a kind has defaults and is checked in data of a service, too: no service returns it. */
export function isStrict(kind: RecordKind): boolean {
  return kind === 'apiKeys' || kind === 'users' || kind === 'accessTokens';
}

/** The cast is safe because all code that reads pulled data allows for differences from v1. */
function asPulled<K extends RecordKind>(kind: K, given: object): RecordsByKind[K] {
  if (kind === 'organizations') return { active: true, ...given } as object as RecordsByKind[K];
  if (kind !== 'issues') return given as RecordsByKind[K];
  const none = Object.fromEntries(capturedLists.map((name: CapturedName) => [name, []]));
  return { jsErrorCount: 0, techContext: null, ...none, ...given } as object as RecordsByKind[K];
}

/** Splits an input into the record's own members and the lists of records below it. */
function split<K extends RecordKind>(kind: K, input: NewRecords[K]) {
  const below = kindsIn(kind);
  const lists = below.map((each) => [each, (Reflect.get(input, each) ?? []) as object[]] as const);
  if (lists.length === 0) return { own: input, lists };
  const own = { ...input };
  for (const each of below) Reflect.deleteProperty(own, each);
  return { own, lists };
}

function noParent(store: Store, parent: RecordKind, values: readonly string[]): TypeError {
  const which = values.length === 2 ? `${values[1]} in ${values[0]}` : values[0];
  const existing = [...store.all(parent)].slice(0, 5).flatMap((record) => ('id' in record ? [record.id] : []));
  const advice = parent === 'projects' && existing.length > 0 ? ` Existing projects: ${existing.join(', ')}.` : '';
  return new TypeError(`There is no ${nounOf(parent)} ${which}.${advice}`);
}

/** Returns a name that isn't taken, with the first unused number if necessary: `acme`, `acme-2`. */
function uniqueName(base: string, isTaken: (name: string) => boolean): string {
  let name = base;
  for (let number = 2; isTaken(name); number++) name = `${base}-${number}`;
  return name;
}
