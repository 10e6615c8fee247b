import { issueSchema } from '@issue-tracking/model';
import { describeProblems } from '../findings/schema-comparison.ts';
import { isSame, isText, itemOf, type JsonObject } from '../platform/json.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { checkCapturedData } from './captured-data.ts';
import { type Baseline, checkResult, confirmReads } from './confirm-reads.ts';
import { checkEnumerations } from './issue-list.ts';
import { isSameListing, readListing } from './listing.ts';
import type { CheckGroup, Listing, Session } from './session.ts';

/** Number of issues to test: `rules` and `behavior` are the goals of a run. `more` is the maximum of further issues, read to find missing members. */
const issueCounts = { rules: 2, behavior: 2, more: 2 };

/** All members of an issue in v1. */
const issueMembers = Object.keys(issueSchema.def.shape);

/** Checks single issues with their comments and captured data. */
export const singleIssues: CheckGroup = {
  title: 'issues and captured data',
  behavior: [],
  async run(session) {
    const { details, findings, goal } = session;
    for (const number of chooseIssues(session)) await checkIssue(session, number);
    if (goal === 'behavior') return;
    const missing = () => issueMembers.filter((name) => ![...details.values()].some(({ issue }) => has(issue, name)));
    for (const number of moreIssues(session)) if (missing().length > 0) await checkIssue(session, number);
    checkFields(session, missing());
    if (details.size > 0) await checkCapturedData(session);
    else findings.markInconclusive(['RES-3', 'issues'], 'no issue could be read');
  },
};

function has(issue: JsonObject, name: string): boolean {
  return issue[name] !== undefined && issue[name] !== null;
}

/** Returns the numbers of issues spread over the list, because neighbours are often alike. */
function chooseIssues({ items, goal }: Session): number[] {
  const count = Math.min(issueCounts[goal], items.length);
  const places = Array.from({ length: count }, (_, i) => Math.floor((i * (items.length - 1)) / Math.max(1, count - 1)));
  const numbers = places.map((place) => Number(items[place]?.['issueNumber']));
  // Add issues without assignees or reporter: they show how the service writes missing values.
  if (goal === 'behavior')
    for (const member of ['assignees', 'reporterName']) {
      const lacking = items.find((item) => isEmptyValue(item[member]));
      if (lacking) numbers.push(Number(lacking['issueNumber']));
    }
  return [...new Set(numbers)];
}

/** Returns the numbers of issues that were not read yet, spread over the list. */
function moreIssues({ items, details }: Session): number[] {
  const numbers = items.map(({ issueNumber }) => Number(issueNumber)).filter((number) => !details.has(number));
  return numbers.filter((_, i) => i % Math.ceil(numbers.length / issueCounts.more) === 0).slice(0, issueCounts.more);
}

function isEmptyValue(value: unknown): boolean {
  return value === '' || value === null || (Array.isArray(value) && value.length === 0);
}

async function checkIssue(session: Session, number: number): Promise<void> {
  const { service, findings, details, goal } = session;
  const exchange = await service.read({ path: session.project(`/${number}`) });
  if (exchange.status === 200) details.set(number, { issue: itemOf(exchange), exchange });
  if (goal === 'behavior' || isFailure(exchange)) return;
  findings.check(['GEN-1', 'reads'], exchange.status !== 404, exchange, 'a listed issue was not found', 'issue');
  findings.check(
    ['AUTH-5', 'reads'],
    exchange.status !== 403,
    exchange,
    'an issue is not readable, but the list is',
    'issue',
  );
  if (!findings.checkSuccess(['EP-8', 'issue'], exchange)) return;
  const { problems, envelopeProblems, drift } = findings.compareWithSchema('issues.get', exchange);
  const shapeProblems = [...problems.filter(({ isTimestamp }) => !isTimestamp), ...formProblems(itemOf(exchange))];
  findings.check(
    ['RES-3', 'issues'],
    shapeProblems.length === 0,
    exchange,
    describeProblems(shapeProblems),
    String(number),
  );
  if (envelopeProblems.length > 0)
    findings.check(['EP-8', 'issue'], false, exchange, describeProblems(envelopeProblems));
  checkEnumerations(session, exchange, [itemOf(exchange)], drift);
  await checkListed(session, number, exchange);
}

// RES-3
/** Returns the problems of an issue that its schema doesn't cover. */
function formProblems({ viewportSize }: JsonObject): { path: string; message: string }[] {
  const isSize = !isText(viewportSize) || /^\d+(\.\d+)?x\d+(\.\d+)?$/.test(viewportSize);
  return isSize ? [] : [{ path: 'data.viewportSize', message: `is "${viewportSize}", not <width>x<height>` }];
}

/** Checks that the response has the requested issue and agrees with the list. */
async function checkListed(session: Session, number: number, exchange: Exchange): Promise<void> {
  const { service } = session;
  if (!session.listing) return;
  const baseline: Baseline<{ listing: Listing; issue: Exchange }> = {
    state: { listing: session.listing, issue: exchange },
    read: async () => ({
      listing: await readListing(session),
      issue: await service.read({ path: session.project(`/${number}`) }),
    }),
    isSame: (a, b) => isSameListing(a.listing, b.listing) && a.issue.text === b.issue.text,
  };
  await confirmReads(session, baseline, async ({ listing, issue }) => {
    const item = listing.items.find(({ issueNumber }) => issueNumber === number) ?? {};
    const detail = itemOf(issue);
    const differs = sharedMembers.filter(
      (name) => has(item, name) && has(detail, name) && !isSame(item[name], detail[name]),
    );
    // A value in the list must also be in the issue.
    const lacks = ['reporterName', 'labels'].filter((name) => hasValue(item, name) && !has(detail, name));
    const lacking = incompleteSet(item, detail);
    const why = `received issue ${detail['issueNumber']}; differences from the list: ${differs.join(', ')}`;
    const name = String(number);
    return [
      checkResult(['EP-8', 'issue'], detail['issueNumber'] === number && differs.length === 0, issue, why, name),
      checkResult(
        ['RES-3', 'issues'],
        lacks.length === 0,
        issue,
        `${lacks.join(', ')} is in the list but missing here`,
        name,
      ),
      checkResult(
        ['RES-2', 'items'],
        lacking === undefined,
        listing.exchange,
        `the list item of issue ${name} has ${lacking}`,
        name,
      ),
    ];
  });
}

/** Members of both single issues and list items. */
const sharedMembers = ['title', 'status', 'priority', 'reporterName', 'labels', 'createdAt', 'updatedAt'];

function hasValue(issue: JsonObject, name: string): boolean {
  return has(issue, name) && !isEmptyValue(issue[name]);
}

// RES-2
/**
 * Describes a list item that has neither of the two sets of members: the reporter, or id, labels and assignees. Members without
 * a value in the issue may be missing (GAP-40).
 */
function incompleteSet(item: JsonObject, detail: JsonObject): string | undefined {
  if (has(item, 'reporterName')) return undefined;
  if (!has(item, 'id'))
    return hasValue(detail, 'reporterName') ? 'neither reporterName nor id; the issue has a reporterName' : undefined;
  const lacks = (['labels', 'assigneeName'] as const).filter(
    (name) => hasValue(detail, name) && !has(item, name === 'labels' ? 'labels' : 'assignees'),
  );
  return lacks.length > 0 ? `id without the values that the issue has for ${lacks.join(' and ')}` : undefined;
}

/** Checks that each member of v1 occurs in some issue. A member missing in all issues is inconclusive (GAP-40). */
function checkFields({ findings, details }: Session, missing: readonly string[]): void {
  const [one] = details.values();
  if (!one) return;
  const seen = issueMembers.filter((name) => !missing.includes(name));
  findings.check(['RES-3', 'fields'], true, one.exchange, '', seen);
  if (missing.length > 0)
    findings.markInconclusive(['RES-3', 'fields'], `${missing.join(', ')}: in none of ${details.size} issues`);
}
