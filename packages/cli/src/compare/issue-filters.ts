import type { IssueListOptions } from '@issue-tracking/model';
import type { JsonObject } from '../platform/json.ts';
import { has, labelsOf, textOf } from './words.ts';

type FilterName = Exclude<keyof IssueListOptions, 'page' | 'limit'>;

/** Filters of the issue list. */
export type Filters = { readonly [Name in FilterName]?: string | undefined };

/** A filter, as `compare` knows it from the issues that were read. */
interface IssueFilter {
  /** Returns a value with which the filter finds the issue. A label is one of these, whose letter case doesn't matter. */
  valueIn(issue: JsonObject, plainLabels: readonly string[]): string | undefined;
  passes(issue: JsonObject, value: string): boolean;
  /** Whether an issue of the list may lack what the filter looks at. */
  isHidden?(item: JsonObject | undefined): boolean;
}

/** The filters by query parameter: a parameter without one doesn't compile. */
const issueFilters: Readonly<Record<FilterName, IssueFilter>> = {
  status: { valueIn: ({ status }) => textOf(status), passes: ({ status }, value) => status === value },
  priority: { valueIn: ({ priority }) => textOf(priority), passes: ({ priority }, value) => priority === value },
  label: {
    valueIn: (issue, plainLabels) => labelsOf(issue).findLast((label) => plainLabels.includes(label)),
    passes: (issue, value) => labelsOf(issue).includes(value),
    isHidden: (item) => !Array.isArray(item?.['labels']),
  },
  q: {
    // `combineFilters` tries the words of all issues.
    valueIn: () => undefined,
    passes: ({ title, description }, value) => has(title, value) || has(description, value),
    isHidden: () => true,
  },
};

export const filterNames = Object.keys(issueFilters) as readonly FilterName[];

/** Returns a value with which each filter but `q` finds the issue. */
export function valuesOf(issue: JsonObject, plainLabels: readonly string[]): Filters {
  return Object.fromEntries(filterNames.map((name) => [name, issueFilters[name].valueIn(issue, plainLabels)]));
}

/** Whether an issue passes all filters. */
export function passes(issue: JsonObject, filters: Filters): boolean {
  return filterNames.every((name) => {
    const value = filters[name];
    return value === undefined || issueFilters[name].passes(issue, value);
  });
}

/** Whether the issue of the list shows if it passes the filters of a query. */
export function isDecided(item: JsonObject | undefined, query: Readonly<Record<string, unknown>>): boolean {
  return filterNames.every((name) => query[name] === undefined || !issueFilters[name].isHidden?.(item));
}
