import { consoleLevels } from '@issue-tracking/model';
import { describeProblems } from '../findings/schema-comparison.ts';
import { dataOf, entriesOf, envelopeMember, isJsonObject, isText, type JsonObject } from '../platform/json.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { checkCounts } from './captured-counts.ts';
import type { FetchedList, ListKind } from './fetched-list.ts';
import { checkInvalidQuery } from './invalid-input.ts';
import { unusedWord } from './issue-list.ts';
import { capturedCount } from './metadata-summary.ts';
import { query, type Session } from './session.ts';

const kinds = [
  {
    endpoint: 'issues.consoleLogs',
    segment: 'console-logs',
    entry: ['RES-6', 'entries'],
    fetchList: ['EP-13', 'list'],
  },
  {
    endpoint: 'issues.networkLogs',
    segment: 'network-logs',
    entry: ['RES-7', 'entries'],
    fetchList: ['EP-14', 'list'],
  },
  {
    endpoint: 'issues.screenshots',
    segment: 'screenshots',
    entry: ['RES-8', 'screenshots'],
    fetchList: ['EP-15', 'list'],
  },
  {
    endpoint: 'issues.userActions',
    segment: 'user-actions',
    entry: ['RES-10', 'actions'],
    fetchList: ['EP-17', 'list'],
  },
  { endpoint: 'issues.comments.list', segment: 'comments', entry: ['RES-5', 'comments'], fetchList: ['EP-11', 'list'] },
] as const satisfies ListKind[];

/** Checks the captured data of the issue with the highest counts. Reads further lists and missing kinds from a second issue. */
export async function checkCapturedData(session: Session): Promise<void> {
  const [richest, next] = [...session.details].sort(([, a], [, b]) => capturedCount(b.issue) - capturedCount(a.issue));
  if (!richest) return;
  const [number] = richest;
  const lists: FetchedList[] = [];
  for (const kind of kinds) lists.push(...(await fetchList(session, number, kind)));
  if (next) {
    // Issues have no count of their network logs or comments, so a second list must show whether totals are right (GAP-50).
    const isSecond = ({ segment }: ListKind) =>
      segment === 'network-logs' ||
      segment === 'comments' ||
      !lists.some(({ kind, entries }) => kind.segment === segment && entries.length > 0);
    for (const kind of kinds.filter(isSecond)) lists.push(...(await fetchList(session, next[0], kind)));
  }
  const hasContext = await checkTechContext(session, number);
  if (!hasContext && next) await checkTechContext(session, next[0]);
  lists.push(...(await checkLevels(session, number, lists)));
  checkTotals(session, lists);
  await checkCounts(session, lists);
}

/** Reads a list of an issue, and compares its entries with their schema. */
async function fetchList(session: Session, issueNumber: number, kind: ListKind, search = ''): Promise<FetchedList[]> {
  const { service, findings } = session;
  const exchange = await service.read({ path: session.project(`/${issueNumber}/${kind.segment}${search}`) });
  if (!checkServed(session, exchange, kind.segment) || !findings.checkSuccess(kind.fetchList, exchange)) return [];
  const { problems, envelopeProblems, drift } = findings.compareWithSchema(kind.endpoint, exchange);
  const entries = entriesOf(exchange);
  const isList = Array.isArray(dataOf(exchange));
  if (!isList || envelopeProblems.length > 0) {
    findings.check(
      kind.fetchList,
      false,
      exchange,
      isList ? describeProblems(envelopeProblems) : 'its data is not a list',
    );
    return [];
  }
  const unknown = drift.filter(({ kind, path }) => kind === 'unknown-value' && path.endsWith('.level'));
  const shapeProblems = [
    ...problems.filter(({ isTimestamp }) => !isTimestamp),
    ...unknown.map(({ path, value }) => ({ path, message: `is "${value}"` })),
    ...entries.flatMap((entry) => formProblems(entry, kind)),
  ];
  const names = entries.map((_, i) => `${issueNumber} ${i}`);
  if (shapeProblems.length > 0) findings.check(kind.entry, false, exchange, describeProblems(shapeProblems));
  else if (names.length > 0 && search === '') findings.check(kind.entry, true, exchange, '', names);
  return [{ issueNumber, kind, exchange, entries, total: Number(envelopeMember(exchange, 'total')) }];
}

/** Checks that a part of an issue is at its path and needs no further scope (AUTH-5). */
function checkServed({ findings }: Session, exchange: Exchange, segment: string): boolean {
  const { status } = exchange;
  if (isFailure(exchange)) return true;
  const allowed = ['AUTH-5', 'reads'] as const;
  findings.check(allowed, status !== 403, exchange, `${segment} are not readable, but the issue is`, segment);
  const why = `${segment} are not at this path`;
  return findings.check(['GEN-1', 'reads'], status !== 404, exchange, why, segment);
}

/** Returns the problems of an entry that its schema doesn't cover. */
function formProblems({ source, url }: JsonObject, { segment }: ListKind): { path: string; message: string }[] {
  if (segment === 'console-logs' && isText(source) && !/:\d+:\d+$/.test(source))
    return [{ path: 'data[].source', message: `is "${source}", not url:line:column` }];
  if (segment === 'screenshots' && isText(url) && !URL.canParse(url))
    return [{ path: 'data[].url', message: `is "${url}", not an address` }];
  return [];
}

async function checkTechContext(session: Session, issueNumber: number): Promise<boolean> {
  const { service, findings } = session;
  const exchange = await service.read({ path: session.project(`/${issueNumber}/tech-context`) });
  // A service may respond with 404 if no technical context was captured (GAP-59).
  if (exchange.status === 404) {
    const why = `the technical context of issue ${issueNumber} returned 404: it may not have been captured`;
    findings.markInconclusive(['EP-16', 'context'], why);
    findings.markInconclusive(['RES-9', 'contexts'], why);
    return false;
  }
  if (!checkServed(session, exchange, 'tech-context')) return false;
  if (!findings.checkSuccess(['EP-16', 'context'], exchange)) return false;
  const data = dataOf(exchange);
  const isAlone = (isJsonObject(data) || data === null) && envelopeMember(exchange, 'total') === undefined;
  const why = 'expected one object without a total';
  findings.check(['EP-16', 'context'], isAlone, exchange, why, String(issueNumber));
  if (!isJsonObject(data)) return false;
  const { problems } = findings.compareWithSchema('issues.techContext', exchange);
  findings.check(
    ['RES-9', 'contexts'],
    problems.length === 0,
    exchange,
    describeProblems(problems),
    String(issueNumber),
  );
  return true;
}

/** Checks that the filter `level` returns exactly the entries of each level, and that unknown levels are rejected. */
async function checkLevels(
  session: Session,
  issueNumber: number,
  lists: readonly FetchedList[],
): Promise<FetchedList[]> {
  const { findings } = session;
  const [kind] = kinds;
  const path = session.project(`/${issueNumber}/console-logs`);
  const whole = lists.find((seen) => seen.kind === kind && seen.issueNumber === issueNumber);
  const found: FetchedList[] = [];
  if (whole && whole.entries.length > 0) {
    for (const level of consoleLevels) {
      const [seen] = await fetchList(session, issueNumber, kind, query({ level }));
      if (!seen) continue;
      found.push(seen);
      const { exchange, entries } = seen;
      const others = entries.filter((entry) => entry['level'] !== level).length;
      const rulePart = ['EP-13', 'level'] as const;
      findings.check(rulePart, others === 0, exchange, `${others} entries of another level`, level);
      const expected = whole.entries.filter((entry) => entry['level'] === level).length;
      // GAP-50: the entries of a truncated list can't be compared.
      const isCut = whole.total > whole.entries.length || seen.total > entries.length;
      const isAll = entries.length === expected || isCut;
      findings.check(rulePart, isAll, exchange, `${entries.length} entries, but the whole list has ${expected}`, level);
    }
  }
  for (const value of [unusedWord, 'err', 'WARN']) {
    const ruleParts = [['ERR-4', 'queries']] as const;
    await checkInvalidQuery(session, path, {
      name: 'level',
      value,
      why: 'is unknown',
      ruleParts,
      isOpen: value === 'WARN',
    });
  }
  return found;
}

/**
 * Checks that each total equals the number of entries. A larger total is inconclusive if the service may have truncated the
 * list (GAP-50). A service that truncates does so at a fixed length. So a list can't be truncated if another list of its kind is
 * longer, or has a larger total at another length. Neither can a list with as many entries as the issue counts.
 */
function checkTotals({ findings, details }: Session, lists: readonly FetchedList[]): void {
  for (const seen of lists) {
    const { kind, exchange, entries, total, issueNumber } = seen;
    const { length } = entries;
    const name = `${issueNumber} ${exchange.path}`;
    const why = `total is ${total}, with ${length} entries`;
    const issue = details.get(issueNumber)?.issue;
    const alike = lists.filter((other) => other.kind === kind);
    const lengths = alike.filter((other) => other.total > other.entries.length).map((other) => other.entries.length);
    const isCounted = length > 0 && countOf(issue, kind.segment) === length;
    const mayBeCut =
      length > 0 &&
      !isCounted &&
      lengths.every((other) => other === length) &&
      alike.every((other) => other.entries.length <= length);
    if (total <= length || !mayBeCut) findings.check(kind.fetchList, total === length, exchange, why, name);
    else findings.markInconclusive(kind.fetchList, `${why}: the list may be truncated`);
  }
}

function countOf(issue: JsonObject | undefined, segment: string): unknown {
  const summary = issue?.['metadataSummary'];
  const name = { 'user-actions': 'userActionCount', screenshots: 'screenshotCount' }[segment];
  return isJsonObject(summary) && name ? summary[name] : undefined;
}
