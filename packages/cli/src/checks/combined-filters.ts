import { isText, type JsonObject } from '../platform/json.ts';
import { checkFilter, type Fits, hasLabel, hasLabelInAnyCase } from './filter.ts';
import type { Search } from './search.ts';
import type { Session } from './session.ts';

/** One filter of a combination, with its value. */
interface Clause {
  readonly name: 'status' | 'priority' | 'label' | 'q';
  readonly value: string;
  readonly fits: Fits;
  /** Whether a service may return or omit an issue, because the specification leaves that open. */
  readonly allows?: Fits;
}

/** Filters in one request. */
interface Combination {
  readonly clauses: readonly Clause[];
  /** Pairs that the request tests. `status beside q`: `status` alone excludes an issue; all other filters include it. */
  readonly pairs: readonly string[];
}

/** Maximum combinations to send. Four filters have twelve ordered pairs, and one combination can test several pairs. */
const maxCombinations = 4;

/** Checks combinations in which a filter excludes issues that the other filters include. */
export async function checkCombinedFilters(session: Session, search: Search | undefined): Promise<void> {
  // The search without other filters: its results are the issues that match `q`.
  let ownSearch = search;
  const refresh = async () => {
    ownSearch = await ownSearch?.repeat();
  };
  const isFound: Fits = ({ issueNumber }) => ownSearch?.numbers.has(issueNumber) === true;
  const all = combinationsOf(session.items, search && { name: 'q', value: search.word, fits: isFound });
  const tested = new Set<string>();
  for (let count = 0; count < maxCombinations; count++) {
    const more = ({ pairs }: Combination) => pairs.filter((pair) => !tested.has(pair)).length;
    const best = all.toSorted((a, b) => more(b) - more(a))[0];
    if (!best || more(best) === 0) return;
    const { clauses, pairs } = best;
    for (const pair of pairs) tested.add(pair);
    const parameters = Object.fromEntries(clauses.map(({ name, value }) => [name, value]));
    const fits: Fits = (item) => clauses.every((clause) => clause.fits(item));
    const allows: Fits = (item) => clauses.every((clause) => clause.fits(item) || clause.allows?.(item));
    await checkFilter(session, {
      part: 'together',
      parameters,
      shows: pairs,
      fits,
      allows,
      ...('q' in parameters && { refresh }),
    });
  }
}

/** Returns combinations of filters that at least one issue passes. */
function combinationsOf(items: readonly JsonObject[], search: Clause | undefined): Combination[] {
  // GAP-19: list items may lack labels.
  const showsLabels = items.every(({ labels }) => Array.isArray(labels));
  const found = new Map<string, Combination>();
  for (const item of items) {
    const { status, priority, labels } = item;
    const clauses = [
      ...(isText(status) ? [enumClause('status', status)] : []),
      ...(isText(priority) ? [enumClause('priority', priority)] : []),
      ...(showsLabels ? (labels as unknown[]).filter(isText).slice(0, 1).map(labelClause) : []),
      ...(search?.fits(item) ? [search] : []),
    ];
    for (const some of subsetsOf(clauses).filter(({ length }) => length > 1)) {
      const key = JSON.stringify(some.map(({ name, value }) => [name, value]));
      if (!found.has(key)) found.set(key, { clauses: some, pairs: pairsTestedBy(items, some) });
    }
  }
  return [...found.values()];
}

function enumClause(name: 'status' | 'priority', value: string): Clause {
  return { name, value, fits: (item) => item[name] === value };
}

function labelClause(label: string): Clause {
  return { name: 'label', value: label, fits: hasLabel(label), allows: hasLabelInAnyCase(label) };
}

function subsetsOf<T>(list: readonly T[]): T[][] {
  const [first, ...rest] = list;
  if (first === undefined) return [[]];
  return subsetsOf(rest).flatMap((subset) => [subset, [first, ...subset]]);
}

/** Returns the pairs that a combination tests. A filter is tested if it alone excludes an issue that all others include. */
function pairsTestedBy(items: readonly JsonObject[], clauses: readonly Clause[]): string[] {
  const excludesAlone = (one: Clause) => (item: JsonObject) =>
    !one.fits(item) && clauses.every((other) => other === one || other.fits(item));
  return clauses
    .filter((one) => items.some(excludesAlone(one)))
    .flatMap((one) => clauses.filter((other) => other !== one).map((other) => `${one.name} beside ${other.name}`));
}
