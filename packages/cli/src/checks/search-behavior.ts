import { entriesOf, isText, type JsonObject } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { wordOnlyIn } from './search.ts';
import { type CheckGroup, query, type Session } from './session.ts';

/** Decides the behavior option of the filter `q`. */
export const searchBehavior: CheckGroup = {
  title: 'behavior of filters',
  behavior: ['search'],
  async run(session) {
    if (session.projectId === undefined) return;
    await search(session);
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
