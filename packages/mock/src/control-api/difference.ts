import * as z from 'zod/mini';
import { kinds } from '../data/store/record-kinds.ts';
import { text } from '../platform/input/schemas.ts';
import { shownRecord } from './shown-record.ts';

const fromTo = z.object({ from: z.unknown(), to: z.unknown() });

export const difference = z.object({
  records: z.array(
    z.object({
      collection: text,
      id: text,
      change: z.enum(['added', 'removed', 'changed']),
      /** Of a changed one, those that differ. */
      members: z.exactOptional(z.record(z.string(), fromTo)),
    }),
  ),
  /** Absent where they are the same. */
  clock: z.exactOptional(fromTo),
  faults: z.exactOptional(fromTo),
  stubs: z.exactOptional(fromTo),
});

type Difference = z.infer<typeof difference>;

/** What is different between two states, as `core.state()` gives them. */
export function differenceOf(from: object, to: object): Difference {
  return {
    records: kinds.flatMap((kind) => [...recordsBetween(kind, byId(kind, from), byId(kind, to))]),
    ...other('clock', Reflect.get(from, 'now'), Reflect.get(to, 'now'), dateOf),
    ...other('faults', Reflect.get(from, 'faults'), Reflect.get(to, 'faults')),
    ...other('stubs', Reflect.get(from, 'stubs'), Reflect.get(to, 'stubs')),
  };
}

function byId(kind: (typeof kinds)[number], state: object): Map<string, object> {
  const records: object[] = Reflect.get(state, kind);
  return new Map(records.map((record) => shownRecord(kind, record)).map((shown) => [shown.id, shown]));
}

function* recordsBetween(
  collection: string,
  from: ReadonlyMap<string, object>,
  to: ReadonlyMap<string, object>,
): Generator<Difference['records'][number]> {
  for (const [id, before] of from) {
    const after = to.get(id);
    if (!after) yield { collection, id, change: 'removed' };
    else {
      const members = membersBetween(before, after);
      if (Object.keys(members).length > 0) yield { collection, id, change: 'changed', members };
    }
  }
  for (const id of to.keys()) if (!from.has(id)) yield { collection, id, change: 'added' };
}

function membersBetween(from: object, to: object): Record<string, { from: unknown; to: unknown }> {
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  const pairs = [...names].map((name) => [name, { from: Reflect.get(from, name), to: Reflect.get(to, name) }] as const);
  return Object.fromEntries(pairs.filter(([, pair]) => !isSame(pair.from, pair.to)));
}

function other(
  name: 'clock' | 'faults' | 'stubs',
  from: unknown,
  to: unknown,
  show: (value: unknown) => unknown = (value) => value,
): Partial<Difference> {
  return isSame(from, to) ? {} : { [name]: { from: show(from), to: show(to) } };
}

function dateOf(time: unknown): string {
  return new Date(Number(time)).toISOString();
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
