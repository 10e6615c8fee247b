import { entriesOf, envelopeMember, isText } from '../platform/json.ts';
import { pluralize } from '../platform/pluralize.ts';
import type { Exchange } from '../service/exchange.ts';
import { noReporter } from './list-behavior.ts';
import { capturedCount } from './metadata-summary.ts';
import { type CheckGroup, type Session, stringsOf } from './session.ts';

/** Maximum comment lists to read. */
const maxCommentLists = 8;
/** Maximum issues to read captured data of. */
const maxIssues = 3;
/** A complete list longer than this shows that the service doesn't cap lists. */
const minimumLength = 100;

/** Decides the behavior options of single issues, their comments and captured entries. */
export const issueBehavior: CheckGroup = {
  title: 'behavior of issues and their lists',
  behavior: ['absentValues', 'commentOrder', 'listCap'],
  async run(session) {
    absentValues(session);
    reporterOnly(session);
    const lists = [...(await comments(session)), ...(await captured(session))];
    listCap(session, lists);
  },
};

/** Texts that an issue may lack. Lists are always present, even if empty. */
const optionalMembers = [
  'description',
  'reporterName',
  'assigneeName',
  'pageUrl',
  'browserInfo',
  'osInfo',
  'viewportSize',
];

function absentValues({ findings, details }: Session): void {
  const seen = new Map<'empty' | 'null' | 'omitted', Exchange>();
  const members = new Set<string>();
  for (const { issue, exchange } of details.values()) {
    for (const member of optionalMembers) {
      const value = issue[member];
      const way = value === undefined ? 'omitted' : value === null ? 'null' : value === '' ? 'empty' : undefined;
      if (!way) continue;
      seen.set(way, exchange);
      members.add(member);
    }
  }
  const [choice, ...others] = seen.keys();
  const many = `in ${details.size} issues`;
  if (others.length > 0)
    findings.leaveUndecided(
      'absentValues',
      `absent values are ${[...seen.keys()].join(' and ')}; an option needs one of these in all issues`,
      ...seen.values(),
    );
  else if (!choice) findings.leaveUndecided('absentValues', `no value is absent ${many}`);
  // A single member may be an exception.
  else if (members.size < 2)
    findings.leaveUndecided(
      'absentValues',
      `${[...members]} alone is absent ${many}; an option needs two members`,
      ...seen.values(),
    );
  else findings.decide('absentValues', choice, ...seen.values());
}

/** Decides that list items have no reporter, if the issue's own response has one that its list item omits (GAP-19). */
function reporterOnly({ findings, items, details }: Session): void {
  if (findings.undecided.listItem !== noReporter) return;
  const withReporter = items.find((item) => isText(details.get(Number(item['issueNumber']))?.issue['reporterName']));
  const detail = details.get(Number(withReporter?.['issueNumber']));
  if (detail) findings.decide('listItem', 'labels', detail.exchange);
}

async function comments(session: Session): Promise<Exchange[]> {
  const { service, findings, items } = session;
  const read: Exchange[] = [];
  const order = new Order();
  // Start at the end of the list, because old issues usually have more comments.
  for (const { issueNumber } of items.toReversed().slice(0, maxCommentLists)) {
    const exchange = await service.read({ path: session.project(`/${issueNumber}/comments`) });
    read.push(exchange);
    order.add(stringsOf(entriesOf(exchange), 'createdAt'));
    if (order.seen >= minimumPairs || order.way === 'mixed') break;
  }
  const way = order.way;
  if (way && way !== 'mixed' && order.seen >= minimumPairs)
    findings.decide('commentOrder', way === 'up' ? 'oldest' : 'newest', ...read);
  else {
    const why =
      way === 'mixed'
        ? 'comments are not in the order of createdAt'
        : `${order.seen} pairs of neighbouring comments with different times, ${minimumPairs} are needed`;
    findings.leaveUndecided('commentOrder', `${why}, in ${read.length} issues`, ...read.slice(0, 1));
  }
  return read;
}

const capturedLists = ['console-logs', 'network-logs', 'user-actions', 'screenshots'] as const;

async function captured(session: Session): Promise<Exchange[]> {
  const { service, details } = session;
  const richest = [...details]
    .sort(([, a], [, b]) => capturedCount(b.issue) - capturedCount(a.issue))
    .slice(0, maxIssues);
  const read: Exchange[] = [];
  for (const [number] of richest) {
    for (const segment of capturedLists)
      read.push(await service.read({ path: session.project(`/${number}/${segment}`) }));
  }
  return read;
}

/** Number of neighbouring pairs in the same order that makes chance unlikely. */
const minimumPairs = 6;

/** Order of times in lists. */
class Order {
  #up = 0;
  #down = 0;

  add(times: readonly string[] = []): void {
    for (const [i, time] of times.slice(1).entries()) {
      const before = times[i] ?? '';
      if (time > before) this.#up++;
      if (time < before) this.#down++;
    }
  }

  /** Number of neighbouring pairs with different times. */
  get seen(): number {
    return this.#up + this.#down;
  }

  get way(): 'up' | 'down' | 'mixed' | undefined {
    if (this.#up > 0 && this.#down > 0) return 'mixed';
    if (this.seen === 0) return undefined;
    return this.#up > 0 ? 'up' : 'down';
  }
}

function listCap({ findings }: Session, lists: readonly Exchange[]): void {
  const cut = lists.find((exchange) => Number(envelopeMember(exchange, 'total')) > entriesOf(exchange).length);
  if (cut) {
    findings.leaveUndecided(
      'listCap',
      `${cut.path} returned ${entriesOf(cut).length} of ${envelopeMember(cut, 'total')} entries, which doesn't show whether these are the first or the last`,
      cut,
    );
    return;
  }
  const [longest] = [...lists].sort((a, b) => entriesOf(b).length - entriesOf(a).length);
  const length = longest ? entriesOf(longest).length : 0;
  if (longest && length > minimumLength) findings.decide('listCap', false, longest);
  else
    findings.leaveUndecided(
      'listCap',
      `the longest of ${pluralize(lists.length, 'list')} has ${pluralize(length, 'entry', 'entries')}; more than ${minimumLength} are needed`,
      ...(longest ? [longest] : []),
    );
}
