import { entriesOf, type JsonObject } from '../platform/json.ts';
import { pluralize } from '../platform/pluralize.ts';
import type { Exchange } from '../service/exchange.ts';
import { type CheckGroup, describeList, direction, isEmptyList, query, type Session, stringsOf } from './session.ts';

/** Decides the behavior options of the issue list and its query. */
export const listBehavior: CheckGroup = {
  title: 'behavior of the issue list',
  behavior: ['issueOrder', 'ties', 'listItem', 'pagePastEnd', 'unknownParameters'],
  async run(session) {
    const list = session.listing?.exchange;
    if (list?.status !== 200) return;
    order(session, list);
    await ties(session, list);
    listItem(session, list);
    await pagePastEnd(session);
    await unknownParameters(session);
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

async function pagePastEnd(session: Session): Promise<void> {
  const { service, findings, total } = session;
  const past = await service.read({ path: session.project(query({ limit: 100, page: Math.ceil(total / 100) + 7 })) });
  if (isEmptyList(past)) findings.decide('pagePastEnd', 'empty', past);
  else if (past.status === 404 || past.status === 400) findings.decide('pagePastEnd', past.status, past);
  else findings.leaveUndecided('pagePastEnd', `a page past the end returned ${describeList(past)}`, past);
}

async function unknownParameters(session: Session): Promise<void> {
  const { service, findings } = session;
  const unknown = await service.read({ path: session.project('?limit=1&qzxvk=1') });
  if (unknown.status === 200) findings.decide('unknownParameters', 'ignore', unknown);
  else if (unknown.status === 400) findings.decide('unknownParameters', 'reject', unknown);
  else findings.leaveUndecided('unknownParameters', `an unknown parameter returned ${unknown.status}`, unknown);
}
