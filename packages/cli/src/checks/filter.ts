import type { PartOf } from '../findings/parts.ts';
import { entriesOf, envelopeMember, isText, type JsonObject } from '../platform/json.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { checkResult, confirmReads } from './confirm-reads.ts';
import { listingBaseline } from './issue-list.ts';
import { type Listing, query, type Session } from './session.ts';

export type Fits = (item: JsonObject) => boolean;

export interface Filter {
  readonly part: PartOf<'EP-6'>;
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether an issue of the list matches. Omitted if the list doesn't show enough to tell. */
  readonly fits?: Fits;
  /** Whether a service may return or omit an issue, because the specification leaves that open. */
  readonly allows?: Fits;
  /** Whether an issue of the list is known to match. */
  readonly known?: Fits;
  /** The names of the checks that the filter covers; by default its parameters. */
  readonly shows?: readonly string[];
  /** Refreshes the data behind `fits` before another attempt. */
  refresh?(): Promise<void>;
}

/** Checks that a filter returns all matching issues, no others, and the right `total`. Resolves to the last response. */
export async function checkFilter(session: Session, filter: Filter): Promise<Exchange | undefined> {
  const { part, parameters, fits, allows, known, shows = [JSON.stringify(filter.parameters)] } = filter;
  const path = session.project(query({ ...parameters, limit: 100 }));
  let exchange: Exchange | undefined;
  await confirmReads(session, listingBaseline(session), async (listing) => {
    if (exchange) await filter.refresh?.();
    exchange = await session.service.read({ path });
    if (isFailure(exchange)) return [];
    const rulePart = ['EP-6', part] as const;
    if (exchange.status !== 200) return [checkResult(rulePart, false, exchange, `the response is ${exchange.status}`)];
    const found = entriesOf(exchange);
    const wrong = fits ? found.filter((item) => !fits(item) && !allows?.(item)).length : 0;
    const missing = countMissing(found, expectedNumbers(listing, fits, known));
    const [total, page, pages] = ['total', 'page', 'totalPages'].map((name) =>
      envelopeMember(exchange as Exchange, name),
    );
    const isFull = found.length === 100;
    const isCounted = isFull ? Number(total) >= 100 : total === found.length;
    // An empty list may have 0 pages or 1 page (GAP-35).
    const arePages = page === 1 && (isFull || pages === 1 || (found.length === 0 && pages === 0));
    return [
      checkResult(rulePart, wrong === 0, exchange, `${wrong} of ${found.length} issues don't match`, ...shows),
      checkResult(rulePart, missing === 0, exchange, `${missing} matching issues are missing`, ...shows),
      checkResult(['EP-5', 'pages'], isCounted, exchange, `total is ${total}, with ${found.length} issues`, path),
      checkResult(
        ['EP-5', 'pages'],
        arePages,
        exchange,
        `page is ${page} and totalPages is ${pages}, with ${found.length} issues`,
        path,
      ),
    ];
  });
  return exchange;
}

/** Returns the numbers of issues that must be found: all matching issues, or one that is known to match. */
function expectedNumbers({ items, isWhole }: Listing, fits?: Fits, known?: Fits): unknown[] {
  if (fits) return isWhole ? items.filter(fits).map(({ issueNumber }) => issueNumber) : [];
  return known
    ? items
        .filter(known)
        .slice(0, 1)
        .map(({ issueNumber }) => issueNumber)
    : [];
}

/** Returns the number of expected issues that are missing. Returns 0 for a full page, because another page may have them. */
export function countMissing(found: readonly JsonObject[], expected: readonly unknown[]): number {
  if (found.length === 100) return 0;
  const numbers = new Set(found.map(({ issueNumber }) => issueNumber));
  return expected.filter((number) => !numbers.has(number)).length;
}

/** Matches issues with a label. List items may lack labels (GAP-19). */
export function hasLabel(label: string): Fits {
  return ({ labels }) => Array.isArray(labels) && labels.includes(label);
}

/** Matches issues with a label in any letter case, which a service may do (GAP-54). */
export function hasLabelInAnyCase(label: string): Fits {
  const wanted = label.toLowerCase();
  return ({ labels }) => Array.isArray(labels) && labels.some((one) => isText(one) && one.toLowerCase() === wanted);
}
