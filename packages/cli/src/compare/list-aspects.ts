import { entriesOf, envelopeMember, isSame } from '../platform/json.ts';
import { type Answer, type Compare, differ, isAbsent, isCut, mark, nameOf, namesOf, show } from './answers.ts';

const counts: Compare = (real, model, all) => {
  const of = (answer: Answer, name: string) => envelopeMember(answer, name);
  // The mock can't count entries that it knows only in part. Another list has another total.
  const isOther = all.isFiltered && entries(real, model, all) !== undefined;
  if (isOther || !entriesOf(real).every(all.knows)) {
    const expected = of(model, 'total') === undefined ? undefined : entriesOf(real).length;
    return isCut(real) ? undefined : differ('total', of(real, 'total'), expected);
  }
  const isEmpty = of(real, 'total') === 0;
  return ['total', 'page', 'totalPages']
    .filter((name) => !(isEmpty && name === 'totalPages' && of(real, name) === 1)) // GAP-35
    .map((name) => differ(name, of(real, name), of(model, name)))
    .find((why) => why !== undefined);
};

const entries: Compare = (real, model, all) => {
  const [found, expected] = [namesOf(real, all).sort(), namesOf(model, all).sort()];
  if ((all.isFiltered && isCut(real)) || isSame(found, expected)) return undefined;
  const [lacking, wrong] = [without(expected, found), without(found, expected)];
  const problems = [
    ...(lacking.length > 0 ? [`lacks ${lacking}`] : []),
    ...(wrong.length > 0 ? [`should not have ${wrong}`] : []),
  ];
  return `the list ${problems.join(', and ')}`;
};

/** Returns the first entries of a list that another doesn't have, or not as often, in short. */
function without(names: readonly string[], others: readonly string[]): string {
  const left = [...others];
  const missing = names.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const shown = missing.slice(0, 5).map((name) => show(name.slice(0, 60)));
  return [...shown, ...(missing.length > 5 ? [`${missing.length - 5} more`] : [])].join(', ');
}

/** Aspects of lists. */
export const ofLists = {
  counts,
  entries,
  length: (real, model) => differ('the number of entries', entriesOf(real).length, entriesOf(model).length),
  /** Whether a page has the issues that the whole list has there, in any order of the service (GAP-7). */
  page: (real, _, { page }) =>
    differ(
      'the page',
      entriesOf(real).map(({ issueNumber }) => issueNumber),
      page,
    ),
  /** Whether the list has the new comment once. */
  added(real) {
    const times = entriesOf(real).filter((entry) => nameOf(entry) === mark).length;
    return times === 1 || isCut(real) ? undefined : `the new comment is ${times} times in the list`;
  },
  /** Whether a change of the test issue was made to another issue, too. Other users may change it to something else. */
  others(real, model, { own, seen, state }) {
    const known = new Map(entriesOf(model).map((entry) => [entry['issueNumber'], entry]));
    for (const entry of entriesOf(real)) {
      const expected = known.get(entry['issueNumber']);
      if (!expected || entry['issueNumber'] === own || !seen.real.has(entry['updatedAt'])) continue;
      const changed = (['status', 'priority'] as const).filter((name) => entry[name] !== expected[name]);
      if (changed.length > 0 && changed.every((name) => entry[name] === state[name]))
        return `issue ${entry['issueNumber']} has the new ${changed.join(' and ')}, too`;
    }
    return undefined;
  },
  /** Whether list items have one of the two sets of members (RES-2). Values that the issue lacks may be omitted (GAP-40). */
  sets(real, _, { detailOf }) {
    for (const item of entriesOf(real)) {
      const detail = 'reporterName' in item ? undefined : detailOf(item);
      const needed = 'id' in item ? { labels: 'labels', assigneeName: 'assignees' } : { reporterName: 'reporterName' };
      for (const [name, member] of Object.entries(needed))
        if (detail && !isAbsent(detail[name]) && !(member in item))
          return `the item of issue ${item['issueNumber']} lacks ${member}`;
    }
    return undefined;
  },
  /** The sets of members of list items (GAP-19). */
  members: (real, model) => {
    const sets = (answer: Answer) =>
      entriesOf(answer).map((item) => ['id', 'labels', 'assignees', 'reporterName'].filter((name) => name in item));
    return differ('the members', sets(real), sets(model));
  },
  /** The order of the entries. */
  order: (real, model, all) => differ('the list', namesOf(real, all), namesOf(model, all)),
} satisfies Readonly<Record<string, Compare>>;
