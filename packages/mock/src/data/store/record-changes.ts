import { kinds } from './record-kinds.ts';
import type { Kind, RecordsByKind } from './records.ts';

/** What happened to the records of one kind. */
interface KindChanges<Type> {
  /** Those that have come. */
  readonly added: Set<Type>;
  /** What those held that have changed and are there still. */
  readonly changed: Map<Type, Type>;
  /** What those held that have gone, in order of creation where they stood behind all others. */
  removed: Map<Type, Type>;
  /** Every record when the first one went, in order: a superset of those that were there in the beginning. */
  order: readonly Type[] | undefined;
  /** Those that came and went again: the order may have them. */
  readonly passed: Set<Type>;
  /** Whether those that have come stand among others, and not behind them. */
  isInner: boolean;
}

type ChangesByKind = { readonly [K in Kind]: KindChanges<RecordsByKind[K]> };

/**
 * What happened to a store since a moment, by which it can go back there. It grows with the records that were touched,
 * and not with the world or with how often they were touched.
 */
export class RecordChanges {
  readonly #kinds: ChangesByKind = {
    organizations: none(),
    projects: none(),
    issues: none(),
    comments: none(),
    apiKeys: none(),
    users: none(),
    accessTokens: none(),
  };

  of<K extends Kind>(kind: K): KindChanges<RecordsByKind[K]> {
    return this.#kinds[kind];
  }

  get isEmpty(): boolean {
    return kinds.every((kind) => {
      const { added, changed, removed } = this.of(kind);
      return added.size + changed.size + removed.size === 0;
    });
  }

  /** Whether records must come back to a place among others. */
  get needsOrder(): boolean {
    return kinds.some((kind) => this.of(kind).order && this.of(kind).removed.size > 0);
  }

  /** A record has come. */
  added<K extends Kind>(kind: K, record: RecordsByKind[K]): void {
    this.of(kind).added.add(record);
  }

  /** A record is about to change. */
  changing<K extends Kind>(kind: K, record: RecordsByKind[K]): void {
    const { added, changed } = this.of(kind);
    // Records are flat, and what they hold is replaced and never changed: one level is enough.
    if (!added.has(record) && !changed.has(record)) changed.set(record, { ...record });
  }

  /** A record is about to go; `all` gives those of its kind in order. */
  removing<K extends Kind>(kind: K, record: RecordsByKind[K], all: () => Iterable<RecordsByKind[K]>): void {
    const of = this.of(kind);
    if (of.added.delete(record)) {
      if (of.order) of.passed.add(record);
      return;
    }
    of.order ??= [...all()];
    of.removed.set(record, of.changed.get(record) ?? { ...record });
    of.changed.delete(record);
  }

  /** Takes over what happened next, so that it leads back from there. */
  absorb(next: RecordChanges): void {
    for (const kind of kinds) absorbKind(this.of(kind), next.of(kind));
  }
}

function none<Type>(): KindChanges<Type> {
  return {
    added: new Set(),
    changed: new Map(),
    removed: new Map(),
    order: undefined,
    passed: new Set(),
    isInner: false,
  };
}

function absorbKind<Type>(first: KindChanges<Type>, next: KindChanges<Type>): void {
  first.isInner ||= next.isInner;
  if (next.order) first.order ??= [...next.order, ...first.removed.keys()];
  for (const record of next.added) first.added.add(record);
  for (const record of next.passed) first.passed.add(record);
  for (const [record, content] of next.changed) {
    if (!first.added.has(record) && !first.changed.has(record)) first.changed.set(record, content);
  }
  if (next.removed.size === 0) return;
  const removed = new Map<Type, Type>();
  for (const [record, content] of next.removed) {
    if (first.added.delete(record)) first.passed.add(record);
    else removed.set(record, first.changed.get(record) ?? content);
    first.changed.delete(record);
  }
  // What went last stood before what had gone.
  for (const [record, content] of first.removed) removed.set(record, content);
  first.removed = removed;
}
