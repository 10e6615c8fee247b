import type { RequestWarning } from '../log/request-entry.ts';

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
