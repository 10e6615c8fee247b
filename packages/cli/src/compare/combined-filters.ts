import type { JsonObject } from '../platform/json.ts';
import { type Filters, filterNames, passes, valuesOf } from './issue-filters.ts';
import { wordsOf } from './words.ts';

const pairsOfNames = filterNames.flatMap((one, at) => filterNames.slice(at + 1).map((other) => [one, other]));

/** What is known of the issues. */
interface Known {
  readonly known: readonly JsonObject[];
  /** The issues that were read one by one. */
  readonly whole: readonly JsonObject[];
  readonly plainLabels: readonly string[];
  hasOneCase(word: string): boolean;
}

/** Returns combinations of filters which show each filter that is ignored beside another, as far as the data allows. */
export function combineFilters(data: Known): Filters[] {
  const left = new Set(pairsOfNames.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
  const chosen: Filters[] = [];
  for (const filters of candidates(data)) {
    // Only issues that were read one by one show whether a search finds them.
    const issues = filters.q === undefined ? data.known : data.whole;
    const shown = Object.keys(filters).filter((name) =>
      issues.some((issue) => !passes(issue, filters) && passes(issue, { ...filters, [name]: undefined })),
    );
    const pairs = shown.flatMap((one) =>
      Object.keys(filters)
        .filter((other) => other !== one && left.has(`${one} ${other}`))
        .map((other) => `${one} ${other}`),
    );
    for (const pair of pairs) left.delete(pair);
    if (pairs.length > 0) chosen.push(filters);
    if (left.size === 0) break;
  }
  return chosen;
}

/** Combines the values of one issue, then a word of one issue with the values of another. */
function* candidates(data: Known): Generator<Filters> {
  const { known, whole, plainLabels } = data;
  const searches = whole.flatMap((issue) =>
    wordsOf(issue['title'])
      .filter((word) => data.hasOneCase(word))
      .map((q) => ({ issue, q })),
  );
  const crossed = searches.flatMap(({ q }) => known.slice(0, 100).map((issue) => ({ issue, q })));
  for (const { issue, q } of [...searches, ...crossed]) {
    const all = { ...valuesOf(issue, plainLabels), q };
    for (const kept of [filterNames, ...pairsOfNames]) {
      const filters = Object.fromEntries(
        Object.entries(all).filter(
          ([name, value]) => value !== undefined && (kept as readonly string[]).includes(name),
        ),
      );
      if (Object.keys(filters).length === kept.length) yield filters;
    }
  }
}
