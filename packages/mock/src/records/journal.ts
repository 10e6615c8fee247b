import type { Reversal } from '../made-change.ts';
import { changedMembers, withoutChange } from '../without-change.ts';
import { kinds, kindsIn, parentKeyOf, placements } from './placements.ts';
import { nameOf } from './record-name.ts';
import type { RecordKind, RecordsByKind } from './records.ts';
import type { Records } from './versions.ts';

type AnyRecord = RecordsByKind[RecordKind];

/** A record to put into its place, or `undefined` to leave that empty. */
export interface Write {
  readonly kind: RecordKind;
  readonly key: string;
  readonly record: AnyRecord | undefined;
}

/** A record before and after a change; `undefined` where it wasn't there. */
interface Entry {
  readonly before: AnyRecord | undefined;
  readonly after: AnyRecord | undefined;
}

/** What a change wrote: of each record the first version and the last. A deleted record comes back with its id, number and place. */
export class Journal implements Reversal {
  readonly #entries = new Map<RecordKind, Map<string, Entry>>();
  readonly #records: Records;
  readonly #write: (writes: readonly Write[]) => void;

  constructor(records: Records, write: (writes: readonly Write[]) => void) {
    this.#records = records;
    this.#write = write;
  }

  note(kind: RecordKind, key: string, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    const own = this.#entries.get(kind) ?? new Map<string, Entry>();
    this.#entries.set(kind, own);
    const noted = own.get(key);
    const first = noted ? noted.before : before;
    if (first === after) own.delete(key);
    else own.set(key, { before: first, after });
  }

  get isEmpty(): boolean {
    for (const { size } of this.#entries.values()) if (size > 0) return false;
    return true;
  }

  check(): void {
    this.#writes();
  }

  takeBack(): void {
    this.#write(this.#writes());
  }

  /** Returns what takes the change back, parents before their dependents. @throws TypeError that says what stands in the way. */
  #writes(): Write[] {
    const entries = kinds.flatMap((kind) =>
      [...(this.#entries.get(kind) ?? [])].map(([key, entry]) => ({ kind, key, ...entry })),
    );
    return entries.map(({ kind, key, before, after }) => {
      const present = this.#records.get(kind, key);
      if (!before && after) this.#requireUntouched(kind, key, after, present);
      if (!before || !after) {
        if (before) this.#requirePlace(kind, before, present);
        return { kind, key, record: before };
      }
      if (!present) throw new TypeError(`There is no ${nameOf(kind, after)} any more.`);
      return {
        kind,
        key,
        record: withoutChange(before, after, present, (member) => changedAgain(kind, after, member)),
      };
    });
  }

  /** @throws TypeError if a created record was changed or deleted, or something was added below it. */
  #requireUntouched(kind: RecordKind, key: string, created: AnyRecord, present: AnyRecord | undefined): void {
    if (!present) throw new TypeError(`There is no ${nameOf(kind, created)} any more.`);
    const [changed] = changedMembers(created, present);
    if (changed !== undefined) throw changedAgain(kind, created, changed);
    for (const below of kindsIn(kind)) {
      const own = this.#entries.get(below);
      const known = new Set([...(own?.keys() ?? [])].map((each) => this.#records.get(below, each)));
      const added = this.#records.of(below, key).filter((record) => !known.has(record)).length;
      const { noun } = placements[below];
      const what = added === 1 ? `${article(noun)} ${noun} was` : `${added} ${noun}s were`;
      if (added > 0) throw new TypeError(`${what} added to ${nameOf(kind, created)} since.`);
    }
  }

  /** @throws TypeError if a deleted record can't come back. */
  #requirePlace(kind: RecordKind, deleted: AnyRecord, present: AnyRecord | undefined): void {
    const { parent } = placements[kind];
    const above = parentKeyOf(kind, deleted);
    const isBack = parent && (this.#records.get(parent, above) || this.#entries.get(parent)?.get(above)?.before);
    if (parent && !isBack)
      throw new TypeError(`The ${placements[parent].noun} above ${nameOf(kind, deleted)} was deleted since.`);
    if (present || (kind !== 'comments' && this.#records.takenName(kind, deleted)))
      throw new TypeError(`Another ${nameOf(kind, deleted)} has come since.`);
  }
}

/** Returns the article of a noun, at the beginning of a sentence. */
const article = (noun: string) => (/^[aiou]/i.test(noun) ? 'An' : 'A');

function changedAgain(kind: RecordKind, record: AnyRecord, member: string): TypeError {
  return new TypeError(`The ${member} of ${nameOf(kind, record)} was changed again since.`);
}
