import { issuePriorities, issueStatuses } from '@issue-tracking/model';
import type { PartOf } from '../findings/parts.ts';
import { besideData, entriesOf, isText, itemOf, type Members } from '../platform/json.ts';
import { type Exchange, isFailure } from '../service/service.ts';
import { type Basis, checked, confirmed } from './confirmed.ts';
import { listingBasis, nonsense } from './issue-list.ts';
import { refusal } from './refusal.ts';
import { type Listing, type ProbeGroup, query, type Session } from './session.ts';

/** What each filter of the issue list gives, alone and together with another. */
export const filters: ProbeGroup = {
  title: 'filters',
  readings: [],
  async run(session) {
    if (!session.listing) return;
    for (const value of issueStatuses) await enumerated(session, 'status', value, 'STA-1');
    for (const value of issuePriorities) await enumerated(session, 'priority', value, 'STA-2');
    await labels(session);
    await words(session);
    await together(session);
    for (const name of ['status', 'priority']) await unknownValue(session, name);
  },
};

type Fits = (item: Members) => boolean;

interface Filter {
  readonly part: PartOf<'EP-6'>;
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether an issue of the list passes; left out where the list doesn't tell. */
  readonly fits?: Fits;
  /** An issue of the list that is known to pass, where it still does. */
  readonly known?: Fits;
}

/** What a filter gives is what fits, all of it, and counted right. Resolves to the last response. */
async function filtered(session: Session, { part, parameters, fits, known }: Filter): Promise<Exchange | undefined> {
  const path = session.project(query({ ...parameters, limit: 100 }));
  const name = JSON.stringify(parameters);
  let exchange: Exchange | undefined;
  await confirmed(session, listingBasis(session), async (listing) => {
    exchange = await session.service.read({ path });
    if (isFailure(exchange)) return [];
    const place = ['EP-6', part] as const;
    if (exchange.status !== 200) return [checked(place, false, exchange, `it was answered ${exchange.status}`)];
    const found = entriesOf(exchange);
    const wrong = fits ? found.filter((item) => !fits(item)).length : 0;
    const missing = missingOf(found, expectedOf(listing, fits, known));
    const total = besideData(exchange, 'total');
    const isCounted = found.length === 100 ? Number(total) >= 100 : total === found.length;
    return [
      checked(place, wrong === 0, exchange, `${wrong} of its ${found.length} issues don't fit`, name),
      checked(place, missing === 0, exchange, `${missing} issues that fit are missing`, name),
      checked(['EP-5', 'pages'], isCounted, exchange, `total is ${total}, with ${found.length} issues`, name),
    ];
  });
  return exchange;
}

/** The issues of the list that are known to pass, by their numbers. */
function expectedOf({ items, isWhole }: Listing, fits?: Fits, known?: Fits): unknown[] {
  if (fits) return isWhole ? items.filter(fits).map(({ issueNumber }) => issueNumber) : [];
  return known
    ? items
        .filter(known)
        .slice(0, 1)
        .map(({ issueNumber }) => issueNumber)
    : [];
}

/** How many of them weren't found. */
function missingOf(found: readonly Members[], expected: readonly unknown[]): number {
  if (found.length === 100) return 0;
  const numbers = new Set(found.map(({ issueNumber }) => issueNumber));
  return expected.filter((number) => !numbers.has(number)).length;
}

type Enumeration = readonly ['status', 'STA-1'] | readonly ['priority', 'STA-2'];

async function enumerated(session: Session, ...[member, value, rule]: [Enumeration[0], string, Enumeration[1]]) {
  const fits = (item: Members) => item[member] === value;
  const exchange = await filtered(session, { part: member, parameters: { [member]: value }, fits });
  if (!exchange || isFailure(exchange)) return;
  const why = `the ${member} ${value} was answered ${exchange.status}`;
  session.findings.check([rule, 'filters'], exchange.status === 200, exchange, why, value);
}

/** Whether an issue of the list shows a label; not every item shows labels (GAP-19). */
function hasLabel(label: string): Fits {
  return ({ labels }) => Array.isArray(labels) && labels.includes(label);
}

async function labels(session: Session): Promise<void> {
  const { items } = session;
  const label = rarestLabel(items);
  await filtered(session, { part: 'nothing', parameters: { label: nonsense }, fits: () => false });
  if (!label) return;
  const has = hasLabel(label);
  await filtered(session, { part: 'label', parameters: { label }, ...onItems(items, has) });
  const labelled = items.filter((item) => has(item) && isText(item['priority']));
  const isTelling = ({ priority }: Members) =>
    items.some((other) => !has(other) && other['priority'] === priority) &&
    labelled.some((other) => other['priority'] !== priority);
  const one = labelled.find(isTelling) ?? labelled[0];
  if (!one) return;
  const { priority } = one;
  const parameters = { label, priority: String(priority) };
  const both: Fits = (item) => has(item) && item['priority'] === priority;
  await filtered(session, { part: 'together', parameters, ...onItems(items, both) });
}

/** What is known of a filter by labels: all that pass, or one where some items show no labels. */
function onItems(items: readonly Members[], fits: Fits): Pick<Filter, 'fits' | 'known'> {
  const showsAll = items.every(({ labels }) => Array.isArray(labels));
  return showsAll ? { fits } : { known: fits };
}

/** A word that stands in the title alone, and one that stands in the description alone. */
async function words(session: Session): Promise<void> {
  const status = String(session.items[0]?.['status'] ?? 'open');
  await filtered(session, { part: 'nothing', parameters: { q: nonsense, status }, fits: () => false });
  for (const [part, other] of [
    ['title', 'description'],
    ['description', 'title'],
  ] as const) {
    const found = wordOnlyIn(session, part, other);
    if (found) await searched(session, part, found);
  }
}

/** A search for a word finds the issue that has it, as long as it has it. */
async function searched(
  session: Session,
  part: 'title' | 'description',
  { word, number, exchange }: Found,
): Promise<void> {
  const { service } = session;
  const basis: Basis<Exchange> = {
    state: exchange,
    read: () => service.read({ path: exchange.path }),
    isSame: (a, b) => itemOf(a)[part] === itemOf(b)[part],
  };
  await confirmed(session, basis, async (issue) => {
    const text = itemOf(issue)[part];
    if (!isText(text) || !text.includes(word)) return [];
    const found = await service.read({ path: session.project(query({ q: word, limit: 100 })) });
    if (isFailure(found)) return [];
    const missing = missingOf(entriesOf(found), [number]);
    const why =
      found.status === 200 ? `an issue with this word in its ${part} is missing` : `it was answered ${found.status}`;
    return [checked(['EP-6', part], found.status === 200 && missing === 0, found, why, word)];
  });
}

/** A word that one text of an issue has and the other lacks. */
export function wordOnlyIn({ details }: Session, member: string, other: string): Found | undefined {
  for (const [number, { issue, exchange }] of details) {
    const [text, rest] = [issue[member], issue[other] ?? ''];
    if (!isText(text) || typeof rest !== 'string') continue;
    const word = wordsOf(text).find((one) => !rest.toLowerCase().includes(one.toLowerCase()));
    if (word) return { word, number, exchange };
  }
  return undefined;
}

interface Found {
  readonly word: string;
  readonly number: number;
  readonly exchange: Exchange;
}

/** The words of a text that are worth a search, the longest first. */
function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]{3,}/gu) ?? []).sort((a, b) => b.length - a.length);
}

/** Two filters at once, each of which lets something through that the other stops. */
async function together(session: Session): Promise<void> {
  const { items } = session;
  const stated = items.filter(({ status, priority }) => isText(status) && isText(priority));
  const isTelling = ({ status, priority }: Members) =>
    stated.some((other) => other['status'] === status && other['priority'] !== priority) &&
    stated.some((other) => other['priority'] === priority && other['status'] !== status);
  const one = stated.find(isTelling) ?? stated[0];
  if (!one) return;
  const [status, priority] = [String(one['status']), String(one['priority'])];
  const fits: Fits = (item) => item['status'] === status && item['priority'] === priority;
  await filtered(session, { part: 'together', parameters: { status, priority }, fits });
  const [word] = isText(one['title']) ? wordsOf(one['title']) : [];
  if (!word) return;
  const parameters = { q: word, status };
  // Which other issues have the word in their descriptions the list doesn't tell.
  const known: Fits = (item) =>
    item['issueNumber'] === one['issueNumber'] && item['status'] === status && item['title'] === one['title'];
  const found = await filtered(session, { part: 'together', parameters, known });
  if (found?.status !== 200) return;
  const wrong = entriesOf(found).filter((item) => item['status'] !== status).length;
  session.findings.check(['EP-6', 'together'], wrong === 0, found, `${wrong} of its issues have another status`);
}

async function unknownValue(session: Session, name: string): Promise<void> {
  const { service, findings } = session;
  const refused = await service.read({ path: session.project(query({ [name]: nonsense })) });
  if (isFailure(refused)) return;
  findings.check(['ERR-4', 'queries'], refused.status === 400, refused, `an unknown ${name} was not refused`, name);
  refusal(findings, refused, 'queries', name);
}

function rarestLabel(items: readonly Members[]): string | undefined {
  const all = items.flatMap(({ labels }) => (Array.isArray(labels) ? labels.filter(isText) : []));
  const counts = new Map<string, number>();
  for (const label of all) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort((a, b) => a[1] - b[1])[0]?.[0];
}
