import { issueSchema } from '@issue-tracking/model';
import { inWords } from '../findings/shape.ts';
import { isSame, isText, itemOf, type Members } from '../platform/json.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { captured } from './captured.ts';
import { type Basis, checked, confirmed } from './confirmed.ts';
import { enumerations } from './issue-list.ts';
import { isSameListing, readListing } from './listing.ts';
import type { Listing, ProbeGroup, Session } from './session.ts';

/** How many issues are looked at, and how many more where those lack something. */
const looked = { rules: 2, behavior: 2, more: 2 };

/** Every member of an issue, as v1 describes it. */
const described = Object.keys(issueSchema.def.shape);

/** Single issues with their comments and what was captured. */
export const singleIssues: ProbeGroup = {
  title: 'issues and what was captured',
  behavior: [],
  async run(session) {
    const { details, findings, goal } = session;
    const [first, ...others] = chosen(session);
    for (const number of [first, ...others]) if (number !== undefined) await look(session, number);
    if (goal === 'behavior') return;
    const missing = () => described.filter((name) => ![...details.values()].some(({ issue }) => has(issue, name)));
    for (const number of further(session)) if (missing().length > 0) await look(session, number);
    fields(session, missing());
    if (details.size > 0) await captured(session);
    else findings.leaveOpen(['RES-3', 'issues'], 'no issue could be read');
  },
};

function has(issue: Members, name: string): boolean {
  return issue[name] !== undefined && issue[name] !== null;
}

/** Some from the whole length of the list, so that neighbours of one kind don't stand for all. */
function chosen({ items, goal }: Session): number[] {
  const count = Math.min(looked[goal], items.length);
  const places = Array.from({ length: count }, (_, i) => Math.floor((i * (items.length - 1)) / Math.max(1, count - 1)));
  const numbers = places.map((place) => Number(items[place]?.['issueNumber']));
  // Those that lack something show how that is written.
  if (goal === 'behavior')
    for (const member of ['assignees', 'reporterName']) {
      const lacking = items.find((item) => isNothing(item[member]));
      if (lacking) numbers.push(Number(lacking['issueNumber']));
    }
  return [...new Set(numbers)];
}

/** Other issues, from between those. */
function further({ items, details }: Session): number[] {
  const numbers = items.map(({ issueNumber }) => Number(issueNumber)).filter((number) => !details.has(number));
  return numbers.filter((_, i) => i % Math.ceil(numbers.length / looked.more) === 0).slice(0, looked.more);
}

function isNothing(value: unknown): boolean {
  return value === '' || value === null || (Array.isArray(value) && value.length === 0);
}

async function look(session: Session, number: number): Promise<void> {
  const { service, findings, details, goal } = session;
  const exchange = await service.read({ path: session.project(`/${number}`) });
  if (exchange.status === 200) details.set(number, { issue: itemOf(exchange), exchange });
  if (goal === 'behavior' || isFailure(exchange)) return;
  findings.check(['GEN-1', 'reads'], exchange.status !== 404, exchange, 'an issue of the list is not there', 'issue');
  findings.check(
    ['AUTH-5', 'reads'],
    exchange.status !== 403,
    exchange,
    'an issue may not be read, the list may',
    'issue',
  );
  if (!findings.succeeded(['EP-8', 'issue'], exchange)) return;
  const { problems, aroundData, drift } = findings.shape('issues.get', exchange);
  const own = [...problems.filter(({ isTimestamp }) => !isTimestamp), ...forms(itemOf(exchange))];
  findings.check(['RES-3', 'issues'], own.length === 0, exchange, inWords(own), String(number));
  if (aroundData.length > 0) findings.check(['EP-8', 'issue'], false, exchange, inWords(aroundData));
  enumerations(session, exchange, [itemOf(exchange)], drift);
  await isListed(session, number, exchange);
}

// RES-3
/** Returns the problems of an issue beyond its types. */
function forms({ viewportSize }: Members): { path: string; message: string }[] {
  const isSize = !isText(viewportSize) || /^\d+(\.\d+)?x\d+(\.\d+)?$/.test(viewportSize);
  return isSize ? [] : [{ path: 'data.viewportSize', message: `is "${viewportSize}", not <width>x<height>` }];
}

/** The issue that was asked for is the one of the list. */
async function isListed(session: Session, number: number, exchange: Exchange): Promise<void> {
  const { service } = session;
  if (!session.listing) return;
  const basis: Basis<{ listing: Listing; issue: Exchange }> = {
    state: { listing: session.listing, issue: exchange },
    read: async () => ({
      listing: await readListing(session),
      issue: await service.read({ path: session.project(`/${number}`) }),
    }),
    isSame: (a, b) => isSameListing(a.listing, b.listing) && a.issue.text === b.issue.text,
  };
  await confirmed(session, basis, async ({ listing, issue }) => {
    const item = listing.items.find(({ issueNumber }) => issueNumber === number) ?? {};
    const detail = itemOf(issue);
    const differs = shared.filter((name) => has(item, name) && has(detail, name) && !isSame(item[name], detail[name]));
    // Where the list shows one, the issue has one.
    const lacks = ['reporterName', 'labels'].filter((name) => isThere(item, name) && !has(detail, name));
    const why = `issue ${detail['issueNumber']} came, and it differs from the list in: ${differs.join(', ')}`;
    const name = String(number);
    return [
      checked(['EP-8', 'issue'], detail['issueNumber'] === number && differs.length === 0, issue, why, name),
      checked(
        ['RES-3', 'issues'],
        lacks.length === 0,
        issue,
        `${lacks.join(', ')} is missing, and the list has it`,
        name,
      ),
      checked(
        ['RES-2', 'items'],
        isWholeSet(item, detail),
        listing.exchange,
        `issue ${name} has neither set of fields`,
        name,
      ),
    ];
  });
}

/** The fields that an issue shows both alone and in the list. */
const shared = ['title', 'status', 'priority', 'reporterName', 'labels', 'createdAt', 'updatedAt'];

function isThere(issue: Members, name: string): boolean {
  return has(issue, name) && !isNothing(issue[name]);
}

// RES-2
/** Whether an item of the list has one of its two sets, as far as the issue has something to show in it (GAP-40). */
function isWholeSet(item: Members, detail: Members): boolean {
  if (has(item, 'reporterName')) return true;
  if (!has(item, 'id')) return !isThere(detail, 'reporterName');
  return (
    !(isThere(detail, 'labels') && !has(item, 'labels')) &&
    !(isThere(detail, 'assigneeName') && !has(item, 'assignees'))
  );
}

/** Members that no issue has may be missing in each for a reason (GAP-40). */
function fields({ findings, details }: Session, missing: readonly string[]): void {
  const [one] = details.values();
  if (!one) return;
  const seen = described.filter((name) => !missing.includes(name));
  findings.check(['RES-3', 'fields'], true, one.exchange, '', seen);
  if (missing.length > 0)
    findings.leaveOpen(['RES-3', 'fields'], `${missing.join(', ')}: in none of ${details.size} issues`);
}
