import { UsageError } from '../context.ts';
import type { RulePart } from '../findings/findings.ts';
import { describeProblems } from '../findings/schema-comparison.ts';
import { entriesOf, envelopeMember, isText, type JsonObject } from '../platform/json.ts';
import { EndedEarly } from '../service/ended-early.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { type Baseline, type CheckResult, checkResult, confirmReads } from './confirm-reads.ts';
import { checkInvalidQuery } from './invalid-input.ts';
import { isSameListing, readListing } from './listing.ts';
import { assertApi, checkScopeError, projectsPath } from './projects.ts';
import { type CheckGroup, type Listing, query, type Session } from './session.ts';

/** A word that no title, description or label has. */
export const unusedWord = 'qzxvkwjpq9f1c';

/** Checks the issue list, its pages, and invalid pages. */
export const issueList: CheckGroup = {
  title: 'issue list',
  behavior: [],
  async run(session) {
    if (session.projectId === undefined) return;
    const listing = await readListing(session);
    assertProject(session, listing);
    if (session.goal === 'behavior') return;
    checkItems(session, listing);
    await pages(session, listing);
    await checkOutOfRange(session);
  },
};

/** Checks access to the project. @throws UsageError if the project doesn't exist or the credential lacks the scope. */
function assertProject(session: Session, { exchange }: Listing): void {
  const { findings, projectId, exchanges } = session;
  assertApi(session, exchange);
  const projects = exchanges.find(({ path, status }) => path === projectsPath && status === 200);
  if (exchange.status === 404) {
    const seen = projects ? entriesOf(projects).map(({ id }) => String(id)) : [];
    const isListed = seen.includes(String(projectId));
    if (!isListed) throw new UsageError(unknownProject(projectId, seen));
    findings.check(['GEN-1', 'reads'], false, exchange, 'a listed project has no issues at this path');
    throw new EndedEarly(`issues of ${projectId} not found at their path`);
  }
  if (exchange.status === 403) {
    checkScopeError(findings, exchange);
    throw new UsageError('The credential lacks the scope issues:read, which all checks of issues need');
  }
  if (exchange.status === 400) {
    findings.check(['EP-7', 'limit'], false, exchange, 'a limit of 100 is refused');
    throw new EndedEarly('the service rejects pages of 100 issues');
  }
}

export function unknownProject(projectId: string | undefined, seen: readonly string[]): string {
  const [ten, more] = [seen.slice(0, 10), seen.length - 10];
  const named = ten.length > 0 ? `: the credential sees ${ten.join(', ')}${more > 0 ? ` and ${more} more` : ''}` : '';
  return `Unknown project ${projectId}${named}`;
}

function checkItems({ findings }: Session, { exchange, items }: Listing): void {
  if (exchange.status !== 200) {
    findings.check(['EP-5', 'pages'], false, exchange, `the response is ${exchange.status}`);
    return;
  }
  findings.check(['GEN-1', 'reads'], true, exchange, '', 'issues');
  findings.check(['AUTH-5', 'reads'], true, exchange, '', 'issues');
  const { problems, envelopeProblems, drift } = findings.compareWithSchema('issues.list', exchange);
  const shapeProblems = problems.filter(({ isTimestamp }) => !isTimestamp);
  const names = items.map(({ issueNumber }) => String(issueNumber));
  // GAP-19: a list item may have either set of fields, and an issue may have no reporter.
  const odd = items.find(
    (item) => !('id' in item) && !('reporterName' in item) && ('labels' in item || 'assignees' in item),
  );
  if (shapeProblems.length > 0) findings.check(['RES-2', 'items'], false, exchange, describeProblems(shapeProblems));
  else if (odd)
    findings.check(
      ['RES-2', 'items'],
      false,
      exchange,
      `the item of issue ${odd['issueNumber']} has ${['labels', 'assignees'].filter((name) => name in odd).join(' and ')}, but neither id nor reporterName`,
    );
  else if (names.length > 0) findings.check(['RES-2', 'items'], true, exchange, '', names);
  if (envelopeProblems.length > 0)
    findings.check(['EP-5', 'pages'], false, exchange, describeProblems(envelopeProblems));
  checkEnumerations({ findings }, exchange, items, drift);
}

/** Checks that statuses and priorities are those of v1. */
export function checkEnumerations(
  { findings }: Pick<Session, 'findings'>,
  exchange: Exchange,
  issues: readonly JsonObject[],
  drift: readonly { kind: string; path: string; value?: string }[],
): void {
  for (const [member, rule] of [
    ['status', 'STA-1'],
    ['priority', 'STA-2'],
  ] as const) {
    const unknown = drift.find(({ kind, path }) => kind === 'unknown-value' && path.endsWith(`.${member}`));
    const shown = issues.map((issue) => issue[member]).filter(isText);
    if (unknown) findings.check([rule, 'shown'], false, exchange, `unknown ${member} "${unknown.value}"`);
    else if (shown.length > 0) findings.check([rule, 'shown'], true, exchange, '', shown);
  }
}

/** Returns the current list as a baseline. */
export function listingBaseline(session: Session): Baseline<Listing> {
  const state = session.listing;
  if (!state) throw new Error('the list was not read');
  return { state, read: () => readListing(session), isSame: isSameListing };
}

/** Checks the length of a page and its counts, given the number of all issues. */
function checkPage(
  exchange: Exchange,
  { number, limit, total }: { number: number; limit: number; total: number },
  sized: RulePart,
): CheckResult[] {
  if (exchange.status !== 200) return [];
  const [received, page, totalPages] = ['total', 'page', 'totalPages'].map((name) => envelopeMember(exchange, name));
  const checkPages = Math.ceil(total / limit);
  // An empty list may have 0 pages or 1 page (GAP-35).
  const fits =
    page === number && (totalPages === checkPages || (total === 0 && totalPages === 1)) && received === total;
  const shown = JSON.stringify({ total: received, page, totalPages });
  const { length } = entriesOf(exchange);
  const expected = Math.max(0, Math.min(limit, total - (number - 1) * limit));
  return [
    checkResult(
      ['EP-5', 'pages'],
      fits,
      exchange,
      `${shown}, with ${total} issues and ${limit} to a page`,
      exchange.path,
    ),
    checkResult(sized, length === expected, exchange, `${length} issues, expected ${expected}`, String(limit)),
  ];
}

async function pages(session: Session, { total }: Listing): Promise<void> {
  const { service } = session;
  await confirmReads(session, listingBaseline(session), async ({ exchange, total }) => {
    const plain = await service.read({ path: session.project() });
    if (isFailure(plain)) return [];
    const of = { number: 1, total };
    const standard = total > 20 ? (['EP-7', 'standard'] as const) : (['EP-7', 'limit'] as const);
    return [
      checkResult(['EP-7', 'standard'], plain.status === 200, plain, `the response is ${plain.status}`),
      ...checkPage(exchange, { ...of, limit: 100 }, ['EP-7', 'limit']),
      ...checkPage(plain, { ...of, limit: 20 }, standard),
    ].filter(({ rulePart: [, part], holds }) => part !== 'standard' || total > 20 || !holds);
  });
  if (total < 2) return;
  await confirmReads(session, listingBaseline(session), (listing) => checkSecondPage(session, listing));
  await confirmReads(session, listingBaseline(session), (listing) => checkLastPages(session, listing));
}

/** Checks the last page with a limit of 1, and the page past the end. */
async function checkLastPages(session: Session, { total }: Listing): Promise<CheckResult[]> {
  const { service } = session;
  const [last, past] = [
    await service.read({ path: session.project(query({ limit: 1, page: total })) }),
    await service.read({ path: session.project(query({ limit: 1, page: total + 1 })) }),
  ];
  if (isFailure(last) || isFailure(past)) return [];
  const { length } = entriesOf(past);
  // GAP-58: a service may reject a page past the end, or return another page. Then `page` has the number of that page.
  const isOther = envelopeMember(past, 'page') !== total + 1;
  return [
    checkResult(['EP-7', 'limit'], last.status === 200, last, `a limit of 1 returned ${last.status}`, '1'),
    ...checkPage(last, { number: total, limit: 1, total }, ['EP-7', 'limit']),
    checkResult(
      ['EP-5', 'pages'],
      past.status !== 200 || length === 0 || isOther,
      past,
      `the page after the last has ${length} issues`,
      past.path,
    ),
  ];
}

/** Checks that the second page doesn't repeat the first. If the whole list is known, the two pages must have all its issues. */
async function checkSecondPage(session: Session, { items, total, isWhole }: Listing): Promise<CheckResult[]> {
  const { service } = session;
  const limit = Math.min(100, Math.ceil(total / 2));
  const first = await service.read({ path: session.project(query({ limit })) });
  const second = await service.read({ path: session.project(query({ limit, page: 2 })) });
  if (isFailure(first) || isFailure(second)) return [];
  const rulePart = ['EP-5', 'second'] as const;
  const numbers = [first, second].map((exchange) => entriesOf(exchange).map(({ issueNumber }) => issueNumber));
  const [one = [], two = []] = numbers;
  const missing = items.filter(({ issueNumber }) => !one.includes(issueNumber) && !two.includes(issueNumber));
  const isAgain = one.length > 0 && one.every((number) => two.includes(number));
  const isWrong = isAgain || (isWhole && missing.length > 0);
  const why = isAgain ? 'the second page repeats the first' : `${missing.length} issues are on neither page`;
  return [
    checkResult(rulePart, second.status === 200, second, `the response is ${second.status}`),
    ...checkPage(first, { number: 1, limit, total }, ['EP-7', 'limit']),
    ...checkPage(second, { number: 2, limit, total }, ['EP-7', 'limit']),
    checkResult(rulePart, !isWrong || !(await isStable(session, limit, one)), second, why),
  ];
}

/** Whether a page has the same issues on each read. Pages may overlap if the order of issues with equal times varies (GAP-52). */
async function isStable(session: Session, limit: number, before: readonly unknown[]): Promise<boolean> {
  for (let time = 0; time < 2; time++) {
    const again = await session.service.read({ path: session.project(query({ limit })) });
    const numbers = entriesOf(again).map(({ issueNumber }) => issueNumber);
    if (JSON.stringify(numbers) !== JSON.stringify(before)) return false;
  }
  return true;
}

/** Checks limits and pages out of range. The specification has no minimum, so a service may accept values below 1. */
async function checkOutOfRange(session: Session): Promise<void> {
  for (const [name, value] of [
    ['limit', 101],
    ['limit', 'ten'],
    ['limit', 0],
    ['page', 0],
    ['page', -1],
  ] as const) {
    const isOpen = typeof value === 'number' && value < 1;
    const ruleParts = [
      ['EP-7', 'rejections'],
      ['ERR-4', 'queries'],
    ] as const;
    await checkInvalidQuery(session, session.project(), {
      name,
      value,
      why: 'is outside the range',
      ruleParts,
      isOpen,
    });
  }
}
