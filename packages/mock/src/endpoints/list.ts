import { type CapturedEntry, isSameTime } from '../records/entry-order.ts';
import type { Behavior } from '../behavior/behavior.ts';
import type { RequestWarning } from '../log/request-entry.ts';
import type { MockService } from '../state.ts';

/** A filter of a query, with its value in the request. */
export interface Filter<Item> {
  /** The query parameter. */
  readonly name: string;
  /** A description with the value: `with the label "checkout"`. */
  readonly text: string;
  passes(item: Item): boolean;
  /** Returns the value that was probably meant. Omitted if items have no values that can be misspelt. */
  nearest?(items: readonly Item[]): string | undefined;
}

/** Returns the items that pass every filter. */
export function applyFilters<Item>(items: readonly Item[], filters: readonly Filter<Item>[]): readonly Item[] {
  return filters.reduce((found, filter) => found.filter((item) => filter.passes(item)), items);
}

/**
 * Returns warnings for filters that no item passes together. Warns of each filter that no item passes, otherwise of all together.
 * `noun` names an item.
 */
export function noMatchWarnings<Item>(
  noun: string,
  items: readonly Item[],
  filters: readonly Filter<Item>[],
): RequestWarning[] {
  if (items.length === 0 || filters.length === 0) return [];
  const warnings = filters
    .filter((filter) => !items.some((item) => filter.passes(item)))
    .map((filter): RequestWarning => {
      const meant = filter.nearest?.(items);
      const advice = meant === undefined ? '.' : `; did you mean "${meant}"?`;
      return { kind: 'no-match', field: `query.${filter.name}`, text: `There is no ${noun} ${filter.text}${advice}` };
    });
  if (warnings.length > 0) return warnings;
  const text = `Each filter by itself passes some ${noun}s, but no ${noun} passes all of them.`;
  return [{ kind: 'no-match', field: 'query', text }];
}

interface ListInput<T> {
  readonly items: readonly T[];
  readonly behavior: Behavior;
  readonly service: Pick<MockService, 'tieRotation'>;
}

/** Applies the behavior options `ties` and `listCap` to a list without pages (GAP-50, GAP-52). */
export function presentList<T extends CapturedEntry>({ items, behavior, service }: ListInput<T>): T[] {
  return [...capped(rotateTies({ items, behavior, service }, isSameTime), behavior.listCap)];
}

/** Rotates equal neighbours if `ties` is `unstable` (GAP-52). */
export function rotateTies<T>(
  { items, behavior, service }: ListInput<T>,
  isSame: (a: T, b: T) => boolean,
): readonly T[] {
  return behavior.ties === 'stable' ? items : rotateEqualRuns(items, isSame, service.tieRotation.count++);
}

/** Rotates each run of equal neighbours by `turn` positions, so that successive responses differ (GAP-52). */
export function rotateEqualRuns<T>(items: readonly T[], isSame: (a: T, b: T) => boolean, turn: number): T[] {
  const turned: T[] = [];
  let run: T[] = [];
  const end = () => turned.push(...run.splice(turn % (run.length || 1)), ...run);
  for (const item of items) {
    const [first] = run;
    if (first !== undefined && !isSame(first, item)) {
      end();
      run = [];
    }
    run.push(item);
  }
  end();
  return turned;
}

/** Returns the part of a list that `listCap` allows (GAP-50). */
function capped<T>(items: readonly T[], cap: Behavior['listCap']): readonly T[] {
  if (cap === false) return items;
  return 'first' in cap ? items.slice(0, cap.first) : items.slice(-cap.last);
}
