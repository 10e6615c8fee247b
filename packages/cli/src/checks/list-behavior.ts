import { entriesOf, envelopeMember, isText, type JsonObject } from '../platform/json.ts';
import { pluralize } from '../platform/pluralize.ts';
import type { Exchange } from '../service/exchange.ts';
import { unusedWord } from './issue-list.ts';
import {
  type CheckGroup,
  describeList,
  direction,
  errorText,
  isEmptyList,
  query,
  type Session,
  stringsOf,
} from './session.ts';

/** Decides the behavior options of the issue list and its query. */
export const listBehavior: CheckGroup = {
  title: 'behavior of the issue list',
  behavior: [
    'issueOrder',
    'ties',
    'listItem',
    'emptyTotalPages',
    'pagePastEnd',
    'repeatedParameter',
    'unknownParameters',
    'numbers',
    'malformedPath',
  ],
  async run(session) {
    const list = session.listing?.exchange;
    if (list?.status !== 200) return;
    order(session, list);
    await ties(session, list);
    listItem(session, list);
    await pages(session);
    await parameters(session);
    await numbers(session);
    await texts(session);
  },
};

function order({ findings, items }: Session, list: Exchange): void {
  const created = stringsOf(items, 'createdAt') ?? [];
  const updated = stringsOf(items, 'updatedAt') ?? [];
  const fitting = [
    direction(created) === 'down' && ('newest' as const),
    direction(created) === 'up' && ('oldest' as const),
    direction(updated) === 'down' && ('updated' as const),
  ].filter((choice) => choice !== false);
  const [choice, ...others] = fitting;
  // With six different times, another order fits by chance in less than 1 % of cases.
  const enough = new Set(choice === 'updated' ? updated : created).size > 5;
  if (choice && others.length === 0 && enough) findings.decide('issueOrder', choice, list);
  else {
    const sorted =
      fitting.length > 0 ? `an order that fits ${fitting.join(' and ')}` : 'no order by createdAt or updatedAt';
    const why = `the ${pluralize(items.length, 'issue')} of the first page are in ${sorted}; an option needs one fitting order and six different times`;
    findings.leaveUndecided('issueOrder', why, list);
  }
}

/** Reads the list repeatedly, and compares the order of issues with equal times. */
async function ties(session: Session, list: Exchange): Promise<void> {
  const { service, findings, items } = session;
  const { issueOrder = 'newest' } = findings.behavior;
  const times = stringsOf(items, issueOrder === 'updated' ? 'updatedAt' : 'createdAt') ?? [];
  if (!findings.behavior.issueOrder) return findings.leaveUndecided('ties', 'issueOrder is undecided', list);
  if (new Set(times).size === times.length)
    return findings.leaveUndecided('ties', 'no two issues of the list have the same time', list);
  const reads = [list];
  while (reads.length < readsToTell(times)) {
    const again = await service.read({ path: session.project('?limit=100') });
    reads.push(again);
    if (again.status !== 200) return findings.leaveUndecided('ties', `a repeated read returned ${again.status}`, again);
    if (numbersOf(again) !== numbersOf(list)) break;
  }
  const sets = new Set(reads.map((exchange) => JSON.stringify(JSON.parse(numbersOf(exchange)).sort())));
  if (sets.size > 1) findings.leaveUndecided('ties', 'the list changed during the test', ...reads);
  else findings.decide('ties', new Set(reads.map(numbersOf)).size > 1 ? 'unstable' : 'stable', ...reads.slice(0, 3));
}

function numbersOf(exchange: Exchange): string {
  return JSON.stringify(entriesOf(exchange).map(({ issueNumber }) => issueNumber));
}

/** Returns how many reads to compare. If the order of equal times were random, all reads would agree in at most 1 of 64 runs. */
function readsToTell(times: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const time of times) counts.set(time, (counts.get(time) ?? 0) + 1);
  let orders = 1;
  for (const count of counts.values()) for (let of = 2; of <= count && orders < 1000; of++) orders *= of;
  return 1 + Math.ceil(Math.log(64) / Math.log(orders));
}

/** The reason until `issue-behavior.ts` finds out whether the issues have reporters. */
export const noReporter = 'no item of the list has reporterName, and no issue that was read has one';

/** Decides which set of members list items have. One set always has `id`. The other set may lack the reporter (GAP-40). */
function listItem({ findings, items }: Session, list: Exchange): void {
  const isOdd = (item: JsonObject) => Number(item['issueNumber']) % 2 === 1;
  const kinds = items.map((item) => ({ odd: isOdd(item), labels: 'id' in item, reporter: 'reporterName' in item }));
  const both = kinds.some(({ labels, reporter }) => labels && reporter);
  const seesBoth = kinds.some(({ odd }) => odd) && kinds.some(({ odd }) => !odd);
  const withLabels = kinds.filter(({ labels }) => labels);
  const all = withLabels.length === kinds.length;
  const alternates = !both && kinds.every(({ odd, labels }) => odd !== labels);
  if (both && all) findings.decide('listItem', 'both', list);
  else if (!seesBoth)
    findings.leaveUndecided('listItem', 'the list has no issues with both odd and even numbers', list);
  else if (withLabels.length === 0) findings.decide('listItem', 'reporter', list);
  else if (alternates) findings.decide('listItem', 'alternating', list);
  else if (all) findings.leaveUndecided('listItem', noReporter, list);
  else
    findings.leaveUndecided('listItem', 'some items have id and some have not, in a way that no option matches', list);
}

async function pages(session: Session): Promise<void> {
  const { service, findings, total } = session;
  const empty = await service.read({ path: session.project(query({ label: unusedWord })) });
  const totalPages = envelopeMember(empty, 'totalPages');
  if (isEmptyList(empty) && (totalPages === 0 || totalPages === 1))
    findings.decide('emptyTotalPages', totalPages, empty);
  else {
    const why = `a filter without matches returned ${describeList(empty)}, totalPages ${JSON.stringify(totalPages) ?? 'missing'}`;
    findings.leaveUndecided('emptyTotalPages', why, empty);
  }

  const past = await service.read({ path: session.project(query({ limit: 100, page: Math.ceil(total / 100) + 7 })) });
  if (isEmptyList(past)) findings.decide('pagePastEnd', 'empty', past);
  else if (past.status === 404 || past.status === 400) findings.decide('pagePastEnd', past.status, past);
  else findings.leaveUndecided('pagePastEnd', `a page past the end returned ${describeList(past)}`, past);
}

async function parameters(session: Session): Promise<void> {
  const { service, findings, total } = session;
  const twice = await service.read({ path: session.project('?limit=1&limit=2') });
  const pagesOf = (limit: number) => Math.ceil(total / limit);
  const { length } = entriesOf(twice);
  if (twice.status === 400) findings.decide('repeatedParameter', 'reject', twice);
  else if (twice.status === 200 && total > 1 && length === 1 && envelopeMember(twice, 'totalPages') === pagesOf(1)) {
    findings.decide('repeatedParameter', 'first', twice);
  } else if (twice.status === 200 && total > 1 && length === 2 && envelopeMember(twice, 'totalPages') === pagesOf(2)) {
    findings.decide('repeatedParameter', 'last', twice);
  } else {
    const why = `?limit=1&limit=2 returned ${describeList(twice)}, totalPages ${envelopeMember(twice, 'totalPages') ?? 'missing'}, of ${pluralize(total, 'issue')} in total; this doesn't show which limit counts`;
    findings.leaveUndecided('repeatedParameter', why, twice);
  }

  const unknown = await service.read({ path: session.project('?limit=1&qzxvk=1') });
  if (unknown.status === 200) findings.decide('unknownParameters', 'ignore', unknown);
  else if (unknown.status === 400) findings.decide('unknownParameters', 'reject', unknown);
  else findings.leaveUndecided('unknownParameters', `an unknown parameter returned ${unknown.status}`, unknown);
}

async function numbers(session: Session): Promise<void> {
  const { service, findings, items } = session;
  const malformed = await service.read({ path: session.project('/x1') });
  if (malformed.status === 400 || malformed.status === 404)
    findings.decide('malformedPath', malformed.status, malformed);
  else findings.leaveUndecided('malformedPath', `x1 as an issue number returned ${malformed.status}`, malformed);

  const number = items[0]?.['issueNumber'];
  const inQuery = await service.read({ path: session.project('?limit=01') });
  if (number === undefined) return findings.leaveUndecided('numbers', 'the project has no issues', inQuery);
  const inPath = await service.read({ path: session.project(`/0${number}`) });
  const taken = [inPath, inQuery].map(({ status }) =>
    status === 200 ? true : status === 400 || status === 404 ? false : undefined,
  );
  if (taken.every((is) => is === true)) findings.decide('numbers', 'coerce', inPath, inQuery);
  else if (taken.every((is) => is === false)) findings.decide('numbers', 'strict', inPath, inQuery);
  else
    findings.leaveUndecided(
      'numbers',
      `0${number} in a path returned ${inPath.status}, 01 in a query ${inQuery.status}`,
      inPath,
      inQuery,
    );
}

/** Records the texts of errors that are harmless to cause. */
async function texts(session: Session): Promise<void> {
  const { service, findings, items } = session;
  const highest = Math.max(0, ...items.map(({ issueNumber }) => Number(issueNumber)));
  const issue = await service.read({ path: session.project(`/${highest + 1_000_000}`) });
  const unknown = await service.read({ path: '/api/v1/no-such-thing-9f1c2b7e' });
  const foreign =
    findings.evidence.foreignOrganization &&
    session.exchanges.find(({ path, status }) => status === 404 && path.startsWith('/api/v1/projects?organizationId='));
  const seen = {
    issueNotFound: issue.status === 404 ? errorText(issue) : undefined,
    notFound: unknown.status === 404 ? errorText(unknown) : undefined,
    organizationNotFound: foreign && errorText(foreign),
  };
  const known = Object.entries(seen).filter(([, text]) => isText(text));
  if (known.length > 0) findings.decide('errorTexts', Object.fromEntries(known), issue, unknown);
}
