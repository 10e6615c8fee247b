import type { PartOf } from '../findings/parts.ts';
import { isJsonObject, itemOf, type JsonObject } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { type Baseline, checkResult, confirmReads } from './confirm-reads.ts';
import type { FetchedList } from './fetched-list.ts';
import type { Session } from './session.ts';

type Counts = (entry: JsonObject) => boolean;

/** Each count of the summary with its list, and the possible definitions of the counted entries (GAP-42). */
const countedEntries: Record<string, { part: PartOf<'RES-4'>; segment: string; ways: Counts[] }> = {
  consoleErrorCount: {
    part: 'console',
    segment: 'console-logs',
    ways: [({ level }) => level === 'error', () => true],
  },
  networkErrorCount: {
    part: 'network',
    segment: 'network-logs',
    ways: [({ status }) => Number(status) >= 400, ({ status }) => Number(status) >= 400 || status === 0, () => true],
  },
  userActionCount: { part: 'actions', segment: 'user-actions', ways: [() => true] },
  screenshotCount: { part: 'screenshots', segment: 'screenshots', ways: [() => true] },
};

/** Checks that the counts of an issue agree with its lists (RES-4). The specification leaves open which entries are errors. */
export async function checkCounts(session: Session, lists: readonly FetchedList[]): Promise<void> {
  for (const [name, { part, segment, ways }] of Object.entries(countedEntries)) {
    const seen = lists.filter(({ kind, exchange }) => kind.segment === segment && !exchange.path.includes('?'));
    const left = new Set(ways);
    for (const list of seen) await checkCount(session, list, name, part, left);
  }
}

interface State {
  readonly issue: Exchange;
  readonly list: Exchange;
}

async function checkCount(
  session: Session,
  { issueNumber, exchange, entries, total }: FetchedList,
  name: string,
  part: PartOf<'RES-4'>,
  ways: Set<Counts>,
): Promise<void> {
  const { service, details } = session;
  const detail = details.get(issueNumber)?.exchange;
  if (!detail) return;
  const baseline: Baseline<State> = {
    state: { issue: detail, list: exchange },
    read: async () => ({
      issue: await service.read({ path: detail.path }),
      list: await service.read({ path: exchange.path }),
    }),
    isSame: (a, b) => a.issue.text === b.issue.text && a.list.text === b.list.text,
  };
  await confirmReads(session, baseline, async ({ issue }) => {
    const summary = itemOf(issue)['metadataSummary'];
    const count = isJsonObject(summary) ? summary[name] : undefined;
    if (typeof count !== 'number') return [];
    const isCut = total > entries.length;
    const fitting = [...ways].filter((way) => {
      const number = entries.filter(way).length;
      // A truncated list hides entries, so the count may lie between the matching entries and the total. If only one definition is
      // left, the count must be one of these two numbers.
      return isCut
        ? count >= number && count <= total && (ways.size > 1 || count === total || count === number)
        : count === number;
    });
    const possible = [...ways].map((way) => entries.filter(way).length);
    const why = `${name} is ${count}, but the list has ${[...new Set(possible)].join(' or ')}`;
    if (fitting.length > 0) for (const way of ways) if (!fitting.includes(way)) ways.delete(way);
    // Which entries count as errors is open (GAP-42).
    if (fitting.length === 0 && (part === 'console' || part === 'network')) {
      session.findings.markInconclusive(['RES-4', part], `${why}: which entries count is open`);
      return [];
    }
    return [checkResult(['RES-4', part], fitting.length > 0, issue, why, String(issueNumber))];
  });
}
