import type { EndpointName } from '@issue-tracking/model';
import { besideData, dataOf, entriesOf, isMembers, itemOf, type Members } from '../findings/json.ts';
import type { Exchange } from '../service/service.ts';
import type { ProbeGroup, Session } from './session.ts';

/** How many issues are looked at. */
const looked = { rules: 2, readings: 4 };

const lists = [
  { endpoint: 'issues.consoleLogs', segment: 'console-logs', shape: 'RES-6', rule: 'EP-13' },
  { endpoint: 'issues.networkLogs', segment: 'network-logs', shape: 'RES-7', rule: 'EP-14' },
  { endpoint: 'issues.screenshots', segment: 'screenshots', shape: 'RES-8', rule: 'EP-15' },
  { endpoint: 'issues.userActions', segment: 'user-actions', shape: 'RES-10', rule: 'EP-17' },
  { endpoint: 'issues.comments.list', segment: 'comments', shape: 'RES-5', rule: 'EP-11' },
] as const satisfies { endpoint: EndpointName; segment: string; shape: string; rule: string }[];

/** Single issues with their comments and what was captured. */
export const singleIssues: ProbeGroup = {
  title: 'issues and what was captured',
  rules: ['RES-3', 'RES-4', ...lists.flatMap(({ shape, rule }) => [shape, rule]), 'RES-9', 'EP-8', 'EP-16'],
  readings: [],
  async run(session) {
    for (const number of chosen(session)) await look(session, number);
    if (session.goal === 'rules') await captured(session);
  },
};

/** Some from the whole length of the list, so that neighbours of one kind don't stand for all. */
function chosen({ items, goal }: Session): number[] {
  const count = Math.min(looked[goal], items.length);
  const places = Array.from({ length: count }, (_, i) => Math.floor((i * (items.length - 1)) / Math.max(1, count - 1)));
  const numbers = places.map((place) => Number(items[place]?.['issueNumber']));
  // One that lacks something shows how that is written.
  const lacking = items.find(({ assignees, reporterName }) => isNothing(assignees) || isNothing(reporterName));
  if (goal === 'readings' && lacking) numbers.push(Number(lacking['issueNumber']));
  return [...new Set(numbers)];
}

function isNothing(value: unknown): boolean {
  return value === '' || value === null || (Array.isArray(value) && value.length === 0);
}

async function look(session: Session, number: number): Promise<void> {
  const { service, findings, details, goal } = session;
  const exchange = await service.read({ path: session.project(`/${number}`) });
  if (exchange.status === 200) details.set(number, { issue: itemOf(exchange), exchange });
  if (goal === 'readings') return;
  findings.shape('RES-3', 'issues.get', exchange);
  const said = itemOf(exchange)['issueNumber'];
  findings.check('EP-8', exchange.status === 200 && said === number, exchange, `issue ${number} was asked for`);
}

/** The number that an issue says of something captured with it. */
export function counted(issue: Members, name: string): number {
  const summary = issue['metadataSummary'];
  return isMembers(summary) && typeof summary[name] === 'number' ? summary[name] : 0;
}

/** How much there is to see in an issue. */
export function weight(issue: Members): number {
  const summary = issue['metadataSummary'];
  return isMembers(summary) ? Object.values(summary).reduce<number>((sum, count) => sum + (Number(count) || 0), 0) : 0;
}

/** Of the issues that were looked at, the one with most. */
async function captured(session: Session): Promise<void> {
  const { service, findings, details } = session;
  const [richest] = [...details].sort(([, a], [, b]) => weight(b.issue) - weight(a.issue));
  if (!richest) return;
  const [number, { issue, exchange: detail }] = richest;
  const seen: Record<string, Exchange> = {};
  for (const { endpoint, segment, shape, rule } of lists) {
    const exchange = await service.read({ path: session.project(`/${number}/${segment}`) });
    seen[endpoint] = exchange;
    findings.shape(shape, endpoint, exchange);
    const total = besideData(exchange, 'total');
    const fits = Array.isArray(dataOf(exchange)) && Number(total) >= entriesOf(exchange).length;
    findings.check(
      rule,
      exchange.status === 200 && fits,
      exchange,
      `total is ${JSON.stringify(total)}, with ${entriesOf(exchange).length} entries`,
    );
  }
  await techContext(session, number);
  counts(session, issue, detail, seen);
  await levels(session, number);
}

async function techContext(session: Session, number: number): Promise<void> {
  const { service, findings } = session;
  const exchange = await service.read({ path: session.project(`/${number}/tech-context`) });
  const data = dataOf(exchange);
  const isAlone = (isMembers(data) || data === null) && besideData(exchange, 'total') === undefined;
  findings.check('EP-16', exchange.status === 200 && isAlone, exchange, 'it is not one object without a total');
  if (isMembers(data)) findings.shape('RES-9', 'issues.techContext', exchange);
}

/** What an issue counts is what its lists have (RES-4), whatever an error is (GAP-42). */
function counts({ findings }: Session, issue: Members, detail: Exchange, seen: Record<string, Exchange>): void {
  const total = (endpoint: string) => Number(besideData(seen[endpoint] ?? { json: undefined }, 'total'));
  const differs = (name: string, possible: readonly number[]) => {
    const count = counted(issue, name);
    // A capped list doesn't tell.
    if (possible.some((one) => Number.isNaN(one))) return;
    findings.check(
      'RES-4',
      possible.includes(count),
      detail,
      `${name} is ${count}, and the list has ${possible.join(' or ')}`,
    );
  };
  differs('userActionCount', [total('issues.userActions')]);
  differs('screenshotCount', [total('issues.screenshots')]);
  const whole = (endpoint: string) => {
    const entries = entriesOf(seen[endpoint] ?? { json: undefined });
    return entries.length === total(endpoint) ? entries : undefined;
  };
  const logs = whole('issues.consoleLogs');
  if (logs) differs('consoleErrorCount', [logs.filter(({ level }) => level === 'error').length, logs.length]);
  const requests = whole('issues.networkLogs');
  if (!requests) return;
  const failed = requests.filter(({ status }) => Number(status) >= 400).length;
  const unanswered = requests.filter(({ status }) => status === 0).length;
  differs('networkErrorCount', [failed, failed + unanswered, requests.length]);
}

async function levels(session: Session, number: number): Promise<void> {
  const { service, findings } = session;
  const path = session.project(`/${number}/console-logs`);
  const errors = await service.read({ path: `${path}?level=error` });
  const others = entriesOf(errors).filter(({ level }) => level !== 'error');
  findings.check(
    'EP-13',
    errors.status === 200 && others.length === 0,
    errors,
    `${others.length} entries of another level`,
  );
  const unknown = await service.read({ path: `${path}?level=qzxvk` });
  findings.check('ERR-4', unknown.status === 400, unknown, 'an unknown level was not refused');
}
