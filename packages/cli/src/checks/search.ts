import { entriesOf, isText, itemOf } from '../platform/json.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { type Baseline, checkResult, confirmReads } from './confirm-reads.ts';
import { checkFilter, countMissing } from './filter.ts';
import { unusedWord } from './issue-list.ts';
import { query, type Session } from './session.ts';

/** Checks searches for a word of a title and a word of a description. Resolves to the search in titles. */
export async function checkSearch(session: Session): Promise<Search | undefined> {
  const status = String(session.items[0]?.['status'] ?? 'open');
  await checkFilter(session, { part: 'nothing', parameters: { q: unusedWord, status }, fits: () => false });
  const [inTitle, inDescription] = [
    wordOnlyIn(session, 'title', 'description'),
    wordOnlyIn(session, 'description', 'title'),
  ];
  if (inDescription) await checkSearchWord(session, 'description', inDescription);
  const beyond = wordBeyondAscii(session);
  if (beyond) await checkSearchWord(session, beyond.part, beyond);
  return inTitle && checkSearchWord(session, 'title', inTitle);
}

/** A word, and all issues that a search for it returns. */
export interface Search {
  readonly word: string;
  readonly numbers: ReadonlySet<unknown>;
  /** Repeats the search. */
  repeat(): Promise<Search | undefined>;
}

/** Checks that a search finds an issue with the word. Resolves to the search if the result has one page. */
async function checkSearchWord(
  session: Session,
  part: 'title' | 'description',
  wordInIssue: WordInIssue,
): Promise<Search | undefined> {
  const { service } = session;
  const { word, number, exchange } = wordInIssue;
  const search = () => service.read({ path: session.project(query({ q: word, limit: 100 })) });
  let last: Exchange | undefined;
  const baseline: Baseline<Exchange> = {
    state: exchange,
    read: () => service.read({ path: exchange.path }),
    isSame: (a, b) => itemOf(a)[part] === itemOf(b)[part],
  };
  await confirmReads(session, baseline, async (issue) => {
    const text = itemOf(issue)[part];
    if (!isText(text) || !text.includes(word)) return [];
    const found = await search();
    last = found;
    if (isFailure(found)) return [];
    const missing = countMissing(entriesOf(found), [number]);
    const why =
      found.status === 200 ? `an issue with this word in its ${part} is missing` : `the response is ${found.status}`;
    return [checkResult(['EP-6', part], found.status === 200 && missing === 0, found, why, word)];
  });
  const searchOf = (exchange: Exchange): Search | undefined => {
    const entries = entriesOf(exchange);
    const isWhole = exchange.status === 200 && entries.length < 100;
    const numbers = new Set(entries.map(({ issueNumber }) => issueNumber));
    return isWhole ? { word, numbers, repeat: async () => searchOf(await search()) } : undefined;
  };
  return last && searchOf(last);
}

/**
 * Returns a word of one text that the other text lacks. Prefers the word that divides the titles of the list most evenly:
 * the search then tests best that filters are combined.
 */
export function wordOnlyIn({ details, items }: Session, member: string, other: string): WordInIssue | undefined {
  const titles = items.map(({ title }) => String(title).toLowerCase());
  const found = [...details].flatMap(([number, { issue, exchange }]) => {
    const [text, rest] = [issue[member], issue[other] ?? ''];
    if (!isText(text) || typeof rest !== 'string') return [];
    const own = searchableWords(text).filter((word) => !rest.toLowerCase().includes(word.toLowerCase()));
    return own.map((word) => {
      const count = titles.filter((title) => title.includes(word.toLowerCase())).length;
      return { word, number, exchange, parts: Math.min(count, titles.length - count) };
    });
  });
  return found.sort((a, b) => b.parts - a.parts)[0];
}

/** Returns a word that a service finds only if it decodes queries as UTF-8. */
function wordBeyondAscii({ details }: Session): (WordInIssue & { part: 'title' | 'description' }) | undefined {
  for (const [number, { issue, exchange }] of details)
    for (const part of ['title', 'description'] as const) {
      const text = issue[part];
      const word = isText(text) ? searchableWords(text).find((one) => /[^\p{ASCII}]/u.test(one)) : undefined;
      if (word) return { word, number, exchange, part };
    }
  return undefined;
}

interface WordInIssue {
  readonly word: string;
  readonly number: number;
  readonly exchange: Exchange;
}

/** Returns the words of a text with at least three letters or digits, longest first. */
function searchableWords(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]{3,}/gu) ?? []).sort((a, b) => b.length - a.length);
}
