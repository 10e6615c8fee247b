import { issuePriorities, settableStatuses } from '@issue-tracking/model';
import { entriesOf, isText } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import type { Session } from './session.ts';
import type { TestIssue } from './test-issue.ts';

/** The state of the issues that this run doesn't write to, by their addresses. */
interface OtherIssues {
  readonly states: ReadonlyMap<string, OtherIssue>;
  /** A list that shows them. */
  readonly exchange: Exchange | undefined;
}

interface OtherIssue {
  readonly name: string;
  readonly status: unknown;
  readonly priority: unknown;
  /** Everything of it that is compared. */
  readonly shown: string;
}

/** How often the same issue has to change with the named one, and the time between, in milliseconds. */
const attempts = { count: 3, pauseMs: 3000 };

/** The other issues of the project, and those of another project: a service may look for an issue by its number alone. */
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

/** The addresses of those that are not as they were. */
function changedPaths({ states }: OtherIssues, now: OtherIssues): string[] {
  return [...states]
    .filter(([path, { shown }]) => (now.states.get(path)?.shown ?? shown) !== shown)
    .map(([path]) => path);
}

/**
 * A change of the named issue changes no other. People change other issues meanwhile: one that is called touched has
 * changed with each of three further changes, and not between them.
 */
export async function checkOtherIssues(session: Session, issue: TestIssue, before: OtherIssues): Promise<void> {
  const { findings, service } = session;
  const place = ['EP-9', 'others'] as const;
  let last = await readOtherIssues(session, issue);
  let touched = changedPaths(before, last);
  for (let time = 0; time < attempts.count && touched.length > 0; time++) {
    await service.pause(attempts.pauseMs);
    const start = await readOtherIssues(session, issue);
    const meanwhile = changedPaths(last, start);
    await changeBoth(issue);
    last = await readOtherIssues(session, issue);
    const with_ = changedPaths(start, last);
    touched = touched.filter((path) => with_.includes(path) && !meanwhile.includes(path));
  }
  const [first] = touched.map((path) => before.states.get(path));
  if (!last.exchange || last.states.size === 0) return;
  findings.check(place, !first, last.exchange, `${first?.name} was changed, too`, [...last.states.keys()]);
  for (const path of touched) warn(session, before.states.get(path), last.states.get(path));
}

/** Each by itself: a service may take only one of them for that of another issue. */
async function changeBoth(issue: TestIssue): Promise<void> {
  const { status, priority } = issue.state;
  await issue.change({ priority: issuePriorities.find((other) => other !== priority) ?? 'low' });
  await issue.change({ status: settableStatuses.find((other) => other !== status) ?? 'open' });
}

function warn({ warnings }: Session, before: OtherIssue | undefined, now: OtherIssue | undefined): void {
  if (!before || !isText(before.status)) return;
  warnings.push(
    `The service has changed ${before.name} with the named issue. It was: status ${before.status}, priority ${before.priority}. It is now: status ${now?.status}, priority ${now?.priority}. Please set it back in the dashboard.`,
  );
}
