import { issuePriorities, settableStatuses } from '@issue-tracking/model';
import { entriesOf, isText } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import type { Session } from './session.ts';
import type { TestIssue } from './test-issue.ts';

/** The states of issues that this run doesn't write to, by path. */
interface OtherIssues {
  readonly states: ReadonlyMap<string, OtherIssue>;
  /** A list that shows the issues. */
  readonly exchange: Exchange | undefined;
}

interface OtherIssue {
  readonly name: string;
  readonly status: unknown;
  readonly priority: unknown;
  /** The compared values. */
  readonly shown: string;
}

/** Number of further changes of the test issue that make a violation certain, and the pause before each, in milliseconds. */
const attempts = { count: 3, pauseMs: 3000 };

/** Reads the other issues of this project, and another project's issues. A service may wrongly find an issue by number alone. */
export async function readOtherIssues(session: Session, issue: TestIssue): Promise<OtherIssues> {
  const states = new Map<string, OtherIssue>();
  let exchange: Exchange | undefined;
  for (const project of [session.projectId, session.otherProjectId]) {
    if (project === undefined) continue;
    const list = await session.service.read({ path: session.project('?limit=100', project) });
    if (list.status !== 200) continue;
    exchange ??= list;
    for (const { issueNumber, title, status, priority, updatedAt } of entriesOf(list)) {
      const path = session.project(`/${issueNumber}`, project);
      const shown = JSON.stringify([title, status, priority, updatedAt]);
      if (path !== issue.path)
        states.set(path, { name: `issue ${issueNumber} of ${project}`, status, priority, shown });
    }
  }
  return { states, exchange };
}

/** Returns the paths of changed issues. */
function changedPaths({ states }: OtherIssues, now: OtherIssues): string[] {
  return [...states]
    .filter(([path, { shown }]) => (now.states.get(path)?.shown ?? shown) !== shown)
    .map(([path]) => path);
}

/**
 * Checks that changes of the test issue change no other issue. Users may change other issues meanwhile. So a violation needs an
 * issue that changes with each of three further changes, and never between them.
 */
export async function checkOtherIssues(session: Session, issue: TestIssue, before: OtherIssues): Promise<void> {
  const { findings, service } = session;
  const rulePart = ['EP-9', 'others'] as const;
  let last = await readOtherIssues(session, issue);
  let affected = changedPaths(before, last);
  for (let time = 0; time < attempts.count && affected.length > 0; time++) {
    await service.pause(attempts.pauseMs);
    const start = await readOtherIssues(session, issue);
    const meanwhile = changedPaths(last, start);
    await changeBoth(issue);
    last = await readOtherIssues(session, issue);
    const together = changedPaths(start, last);
    affected = affected.filter((path) => together.includes(path) && !meanwhile.includes(path));
  }
  const [first] = affected.map((path) => before.states.get(path));
  if (!last.exchange || last.states.size === 0) return;
  findings.check(rulePart, !first, last.exchange, `${first?.name} was changed too`, [...last.states.keys()]);
  for (const path of affected) warn(session, before.states.get(path), last.states.get(path));
}

/** Changes priority and status in two requests. A service may wrongly apply only one of the two to another issue. */
async function changeBoth(issue: TestIssue): Promise<void> {
  const { status, priority } = issue.state;
  await issue.change({ priority: issuePriorities.find((other) => other !== priority) ?? 'low' });
  await issue.change({ status: settableStatuses.find((other) => other !== status) ?? 'open' });
}

function warn({ warnings }: Session, before: OtherIssue | undefined, now: OtherIssue | undefined): void {
  if (!before || !isText(before.status)) return;
  warnings.push(
    `The service changed ${before.name} together with the test issue. It was: status ${before.status}, priority ${before.priority}. It is now: status ${now?.status}, priority ${now?.priority}. Please restore it in the dashboard.`,
  );
}
