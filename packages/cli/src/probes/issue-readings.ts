import { besideData, entriesOf, isText, type Members } from '../findings/json.ts';
import type { Exchange } from '../service/service.ts';
import { counted, weight } from './issue.ts';
import { direction, type ProbeGroup, type Session, textsOf } from './session.ts';

/** The most lists of comments that are read to find two of different times. */
const mostComments = 8;
/** The most issues whose captured entries are read. */
const mostCaptured = 2;
/** A list of more entries than this, with all of them there, is not capped by anybody who caps. */
const convincing = 100;

/** What the specification leaves open of single issues, their comments and what was captured. */
export const issueReadings: ProbeGroup = {
  title: 'how issues and lists are read',
  rules: [],
  readings: ['absentValues', 'commentOrder', 'counts', 'entryOrder', 'listCap'],
  async run(session) {
    absentValues(session);
    reporterOnly(session);
    const lists = [...(await comments(session)), ...(await captured(session))];
    listCap(session, lists);
  },
};

const optional = [
  'description',
  'reporterName',
  'assigneeName',
  'pageUrl',
  'browserInfo',
  'osInfo',
  'viewportSize',
  'labels',
];

function absentValues({ findings, details }: Session): void {
  const seen = new Map<'empty' | 'null' | 'omitted', Exchange>();
  for (const { issue, exchange } of details.values()) {
    for (const member of optional) {
      const value = issue[member];
      if (value === undefined) seen.set('omitted', exchange);
      else if (value === null) seen.set('null', exchange);
      else if (value === '' || (Array.isArray(value) && value.length === 0)) seen.set('empty', exchange);
    }
  }
  const [choice, ...others] = seen.keys();
  if (choice && others.length === 0) findings.decide('absentValues', choice, ...seen.values());
  else if (choice) findings.leave('absentValues', `some are ${[...seen.keys()].join(', some ')}`, ...seen.values());
  else findings.leave('absentValues', `in ${details.size} issues nothing is absent`);
}

/** An item without a reporter, of an issue that has one: the list doesn't show reporters (GAP-19). */
function reporterOnly({ findings, items, details }: Session): void {
  if (!findings.undecided.listItem?.includes('reporter')) return;
  const told = items.find((item) => isText(details.get(Number(item['issueNumber']))?.issue['reporterName']));
  const detail = details.get(Number(told?.['issueNumber']));
  if (detail) findings.decide('listItem', 'labels', detail.exchange);
}

async function comments(session: Session): Promise<Exchange[]> {
  const { service, findings, items } = session;
  const read: Exchange[] = [];
  const ways = new Map<'up' | 'down', Exchange>();
  // Old issues have been talked about.
  for (const { issueNumber } of items.toReversed().slice(0, mostComments)) {
    const exchange = await service.read({ path: session.project(`/${issueNumber}/comments`) });
    read.push(exchange);
    const way = direction(textsOf(entriesOf(exchange), 'createdAt') ?? []);
    if (way) ways.set(way, exchange);
    if (ways.size > 0) break;
  }
  const [[way, exchange] = []] = ways;
  if (way && exchange) findings.decide('commentOrder', way === 'up' ? 'oldest' : 'newest', exchange);
  else
    findings.leave(
      'commentOrder',
      `no two comments of different times in order, in ${read.length} issues`,
      ...read.slice(0, 1),
    );
  return read;
}

async function captured(session: Session): Promise<Exchange[]> {
  const { service, findings, details } = session;
  const richest = [...details].sort(([, a], [, b]) => weight(b.issue) - weight(a.issue)).slice(0, mostCaptured);
  const read: Exchange[] = [];
  const counts = new Counts();
  const ways = new Set<'up' | 'down' | 'mixed'>();
  for (const [number, { issue }] of richest) {
    if (counts.choice && ways.size > 0) break;
    const [logs, requests, actions] = [
      await service.read({ path: session.project(`/${number}/console-logs`) }),
      await service.read({ path: session.project(`/${number}/network-logs`) }),
      await service.read({ path: session.project(`/${number}/user-actions`) }),
    ] as const;
    read.push(logs, requests, actions);
    counts.add('console', counted(issue, 'consoleErrorCount'), logs, ({ level }) => level === 'error');
    counts.add(
      'network',
      counted(issue, 'networkErrorCount'),
      requests,
      ({ status }) => Number(status) >= 400 || status === 0,
    );
    for (const exchange of [logs, requests, actions]) {
      const times = textsOf(entriesOf(exchange), 'timestamp') ?? [];
      if (new Set(times).size > 2) ways.add(direction(times) ?? 'mixed');
    }
  }
  const choice = counts.choice;
  if (choice) findings.decide('counts', choice, ...read.slice(0, 2));
  else findings.leave('counts', 'no issue was seen whose entries show which of them are counted', ...read.slice(0, 2));
  const [way, ...others] = ways;
  if (others.length > 0 || way === 'mixed')
    findings.leave('entryOrder', 'entries are not always in order of time', ...read);
  else if (way) findings.decide('entryOrder', way === 'up' ? 'oldest' : 'newest', ...read.slice(0, 3));
  else findings.leave('entryOrder', 'no list with three different times was seen', ...read.slice(0, 3));
  return read;
}

/** What could have been counted, of two kinds of entries. Both have to be seen where it makes a difference. */
class Counts {
  readonly #fitting = { console: new Set(['errors', 'all'] as const), network: new Set(['errors', 'all'] as const) };

  add(kind: 'console' | 'network', count: number, exchange: Exchange, isError: (entry: Members) => boolean): void {
    const entries = entriesOf(exchange);
    if (exchange.status !== 200 || entries.length !== besideData(exchange, 'total')) return;
    const errors = entries.filter(isError).length;
    if (count !== errors) this.#fitting[kind].delete('errors');
    if (count !== entries.length) this.#fitting[kind].delete('all');
  }

  get choice(): 'errors' | 'all' | undefined {
    const { console, network } = this.#fitting;
    const [one] = console;
    return console.size === 1 && network.size === 1 && one && network.has(one) ? one : undefined;
  }
}

function listCap({ findings }: Session, lists: readonly Exchange[]): void {
  const cut = lists.find((exchange) => Number(besideData(exchange, 'total')) > entriesOf(exchange).length);
  if (cut) {
    findings.leave(
      'listCap',
      `only ${entriesOf(cut).length} of ${besideData(cut, 'total')} came, from an end that is not known`,
      cut,
    );
    return;
  }
  const [longest] = [...lists].sort((a, b) => entriesOf(b).length - entriesOf(a).length);
  const length = longest ? entriesOf(longest).length : 0;
  if (longest && length > convincing) findings.decide('listCap', false, longest);
  else
    findings.leave(
      'listCap',
      `the longest list seen has ${length} entries, all of them there`,
      ...(longest ? [longest] : []),
    );
}
