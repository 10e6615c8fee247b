import { captured, capturedNames } from '@issue-tracking/model';
import { fillCaptured } from './captured-defaults.ts';
import { defaults, type Place, type Source } from './defaults.ts';
import type { Ids } from './ids.ts';
import { kindsIn, placements, references } from './placements.ts';
import type { IssueRecord, NewRecords, RecordKind, RecordsByKind } from './records.ts';
import type { Store } from './store.ts';

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

/** Adds records with their defaults, and the records in their lists. */
export class Planter implements Source {
  readonly now: number;
  readonly isInitial: boolean;
  readonly #store: Store;
  readonly #ids: Ids;
  readonly #isPulled: boolean;
  readonly #reserved: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor({ store, ids, now, isInitial = false, isPulled = false, reserved }: Planting) {
    this.now = now;
    this.isInitial = isInitial;
    this.#store = store;
    this.#ids = ids;
    this.#isPulled = isPulled;
    this.#reserved = reserved;
  }

  /**
   * Adds a record. If one of the records in its lists can't be added, none is.
   *
   * @throws TypeError for a missing parent or a duplicate.
   */
  plant<K extends RecordKind>(kind: K, input: NewRecords[K]): RecordsByKind[K] {
    const { parent } = placements[kind];
    const values = references[kind].map(([member]) => String(Reflect.get(input, member)));
    const above = parent && this.#store.get(parent, values.join('/'));
    if (parent && !above) throw this.#noParent(parent, values);
    return this.#add(kind, input, { index: 0, parent: above, previous: undefined });
  }

  /** Adds the records of a world. */
  plantWorld(world: object): void {
    this.#addLists(undefined, world, undefined);
  }

  nextId(prefix: string): string {
    return this.#ids.next(prefix);
  }

  uuid(): string {
    return this.#ids.uuid();
  }

  nextNumber(projectId: string): number {
    return this.#store.nextNumber(projectId);
  }

  free(kind: RecordKind, member: string, base: string): string {
    const what = placements[kind].unique[member] ?? '';
    const isTaken = (value: string) =>
      this.#store.keyWith(what, value) !== undefined || (this.#reserved?.get(what)?.has(value) ?? false);
    let value = base;
    for (let number = 2; isTaken(value); number++) value = `${base}-${number}`;
    return value;
  }

  #add<K extends RecordKind>(kind: K, input: NewRecords[K], place: Place): RecordsByKind[K] {
    const own = ownMembers(kind, input);
    const isAsIs = this.#isPulled && placements[kind].isServed;
    const record = isAsIs ? asPulled(kind, own) : this.#complete(kind, own, place);
    this.#store.add(kind, record, !this.#isPulled);
    try {
      this.#addLists(kind, input, record);
    } catch (error) {
      this.#store.remove(kind, record);
      throw error;
    }
    return record;
  }

  /** Adds the records in the lists of a record, or of a world. */
  #addLists(kind: RecordKind | undefined, owner: object, parent: object | undefined): void {
    for (const below of kindsIn(kind)) {
      const inputs: readonly object[] | undefined = Reflect.get(owner, below);
      if (inputs === undefined) continue;
      const reference = Object.fromEntries(
        references[below].map(([member, of]) => [member, Reflect.get(Object(parent), of)]),
      );
      // Numbers later in the list are taken, too.
      if (below === 'issues') this.#reserveNumbers(inputs, reference['projectId']);
      let previous: object | undefined;
      // With the reference, it has the members of a new record.
      for (const [index, input] of inputs.entries())
        previous = this.#add(below, { ...input, ...reference } as NewRecords[RecordKind], { index, parent, previous });
    }
  }

  #reserveNumbers(issues: readonly { readonly issueNumber?: number }[], projectId: string): void {
    for (const { issueNumber = 0 } of issues) this.#store.reserveNumbers(projectId, issueNumber);
  }

  #complete<K extends RecordKind>(kind: K, given: NewRecords[K], place: Place): RecordsByKind[K] {
    const whole = { ...defaults[kind](given, this, place), ...given } as object as RecordsByKind[K];
    if (kind === 'issues') Object.assign(whole, fillCaptured(whole as IssueRecord, given as NewRecords['issues']));
    return whole;
  }

  #noParent(parent: RecordKind, values: readonly string[]): TypeError {
    const which = values.length === 2 ? `${values[1]} in ${values[0]}` : values[0];
    const existing = [...this.#store.all(parent)].slice(0, 5).flatMap((record) => ('id' in record ? [record.id] : []));
    const advice = parent === 'projects' && existing.length > 0 ? ` Existing projects: ${existing.join(', ')}.` : '';
    return new TypeError(`There is no ${placements[parent].noun} ${which}.${advice}`);
  }
}

/** Returns the present members of a record itself. Not by `delete`: each later use of the object would be slower. */
function ownMembers<K extends RecordKind>(kind: K, input: NewRecords[K]): NewRecords[K] {
  const lists: readonly string[] = kindsIn(kind);
  const own: Partial<NewRecords[K]> = {};
  for (const member in input) if (input[member] !== undefined && !lists.includes(member)) own[member] = input[member];
  return own as NewRecords[K];
}

/** Returns a record of a service. The cast is safe because all code that reads pulled data allows for differences from v1. */
function asPulled<K extends RecordKind>(kind: K, given: object): RecordsByKind[K] {
  if (kind === 'organizations') return { active: true, ...given } as object as RecordsByKind[K];
  if (kind !== 'issues') return given as RecordsByKind[K];
  const none = capturedNames.map((name) => [name, captured[name].many ? [] : null]);
  return { jsErrorCount: 0, ...Object.fromEntries(none), ...given } as object as RecordsByKind[K];
}
