import { entriesOf, isText, type JsonObject } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { wordOnlyIn } from './search.ts';
import { type CheckGroup, describeList, query, type Session } from './session.ts';

/** Decides the behavior options of the filters `q` and `label`. */
export const searchBehavior: CheckGroup = {
  title: 'behavior of filters',
  behavior: ['search', 'letterCase'],
  async run(session) {
    if (session.projectId === undefined) return;
    await search(session);
    await letterCase(session);
  },
};

/** Tests whether a filter finds an issue. `found` is `undefined` after an error, or if another page may have the issue; `seen` is a text for a reason. */
async function finds(
  session: Session,
  parameters: Record<string, string>,
  item: JsonObject,
): Promise<{ exchange: Exchange; found: boolean | undefined; seen: string }> {
  const exchange = await session.service.read({ path: session.project(query({ ...parameters, limit: 100 })) });
  const entries = entriesOf(exchange);
  const has = entries.some(({ issueNumber }) => issueNumber === item['issueNumber']);
  if (exchange.status !== 200) return { exchange, found: undefined, seen: `returned ${exchange.status}` };
  if (has) return { exchange, found: true, seen: 'found the issue' };
  if (entries.length === 100) return { exchange, found: undefined, seen: 'returned a full page without the issue' };
  return { exchange, found: false, seen: "didn't find the issue" };
}

async function search(session: Session): Promise<void> {
  const { findings, items } = session;
  const worded = items.flatMap((item) => {
    const title = isText(item['title']) ? item['title'] : '';
    const words = [...new Set(title.toLowerCase().match(/[a-z]{4,}/g))];
    // A word may first occur within another one.
    const [first, second] = words.sort((a, b) => title.toLowerCase().indexOf(a) - title.toLowerCase().indexOf(b));
    // The swapped words must not occur in the title as they are.
    if (!first || !second || title.toLowerCase().includes(`${second} ${first}`)) return [];
    return [{ item, first, second }];
  });
  const [one] = worded;
  if (!one) return findings.leaveUndecided('search', 'no title of the list has two words to search for');
  const inDescription = wordOnlyIn(session, 'description', 'title');
  if (!inDescription)
    return findings.leaveUndecided('search', 'no description has a word to search for that its title lacks');
  const { item, first, second } = one;
  const described = { issueNumber: inDescription.number };
  const results = [
    await finds(session, { q: first.slice(1).toUpperCase() }, item),
    await finds(session, { q: `${second} ${first}` }, item),
    await finds(session, { q: `${first}%${second}` }, item),
    await finds(session, { q: inDescription.word.slice(1).toUpperCase() }, described),
  ];
  const exchanges = results.map(({ exchange }) => exchange);
  // The results of the four searches, in this order, decide the option.
  const choice = (
    { 'true,false,false,true': 'substring', 'true,true,false,true': 'words', 'true,false,true,true': 'like' } as const
  )[String(results.map(({ found }) => found))];
  if (choice) findings.decide('search', choice, ...exchanges);
  else {
    const texts = [
      'a part of a word of its title',
      'two words swapped',
      'two words around a %',
      'a part of a word of its description',
    ];
    const why = results.map(({ seen }, i) => `${texts[i]} ${seen}`).join(', ');
    findings.leaveUndecided('search', `${why}; no option matches all four`, ...exchanges);
  }
}

/** Decides `letterCase`. Labels and slugs of organizations must behave alike, because one option covers both. */
async function letterCase(session: Session): Promise<void> {
  const { findings, service, items, details, organization } = session;
  const labelled = [...items, ...[...details.values()].map(({ issue }) => issue)].flatMap((item) =>
    Array.isArray(item['labels']) ? item['labels'].filter(isText).map((label) => ({ item, label })) : [],
  );
  const all = new Set(labelled.map(({ label }) => label));
  const one = labelled.find(({ label }) => swapCase(label) !== label && !all.has(swapCase(label)));
  if (!organization)
    return findings.leaveUndecided('letterCase', 'no project shows its organization, whose slug is tested too');
  if (!one) {
    const why =
      labelled.length === 0 ? 'no issue has a label' : 'no label has letters that no other label has in the other case';
    return findings.leaveUndecided('letterCase', why);
  }
  const exact = await finds(session, { label: one.label }, one.item);
  const other = await finds(session, { label: swapCase(one.label) }, one.item);
  const slug = organization.slug;
  if (swapCase(slug) === slug)
    return findings.leaveUndecided('letterCase', 'the slug of the organization has no letters', other.exchange);
  const bySlug = await service.read({ path: `/api/v1/projects${query({ organizationSlug: swapCase(slug) })}` });
  const slugFound = entriesOf(bySlug).length > 0;
  if (exact.found && other.found === true && slugFound) findings.decide('letterCase', 'any', other.exchange, bySlug);
  else if (exact.found && other.found === false && !slugFound && (bySlug.status === 200 || bySlug.status === 404)) {
    findings.decide('letterCase', 'exact', other.exchange, bySlug);
  } else {
    const why = `a label as it is ${exact.seen}, in the other case it ${other.seen}; the organization's slug in the other case returned ${describeList(bySlug)}; an option needs labels and slugs to behave alike`;
    findings.leaveUndecided('letterCase', why, exact.exchange, other.exchange, bySlug);
  }
}

function swapCase(text: string): string {
  return [...text]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join('');
}
