import type { RulePart } from '../findings/findings.ts';
import { describeProblems } from '../findings/schema-comparison.ts';
import { isSame, isText, itemOf, type JsonObject } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { type CheckResult, checkResult } from './confirm-reads.ts';
import type { Session } from './session.ts';
import type { Change, IssueState, TestIssue } from './test-issue.ts';

/** A change with the checks of its result. */
export interface WriteAttempt {
  readonly checks: readonly CheckResult[];
  /** Whether another user changed the issue after this run did. */
  readonly isDisturbed: boolean;
}

/** Consecutive failures that count as a violation, maximum attempts, and the pause between attempts in milliseconds. */
const attempts = { wrong: 5, most: 8, pauseMs: 1100 };

/**
 * Makes a change and checks its result. Another user's concurrent change may leave no trace. So a violation needs five failures
 * in a row without a visible change by others.
 */
export async function confirmWrites(
  { service, findings }: Session,
  run: (time: number) => Promise<WriteAttempt | undefined>,
): Promise<void> {
  let wrong = 0;
  for (let time = 1; time <= attempts.most; time++) {
    const trial = await run(time);
    if (!trial) return;
    const isRight = trial.checks.every(({ holds }) => holds);
    wrong = trial.isDisturbed ? 0 : wrong + 1;
    const isSure = isRight || wrong === attempts.wrong;
    for (const { rulePart, holds, exchange, why, names } of trial.checks) {
      if (isSure) findings.check(rulePart, holds, exchange, why, names);
      else if (time === attempts.most && !holds)
        findings.markInconclusive(rulePart, 'another user changed the issue during the check');
    }
    if (isSure) return;
    // Two changes within one tick of the service's clock would have the same time.
    await service.pause(attempts.pauseMs);
  }
}

/** Members that a change modifies. */
const changingMembers = ['status', 'priority', 'updatedAt'];

/** An accepted change. */
interface AcceptedChange {
  readonly changed: Exchange;
  readonly requested: Change;
  /** The state of the issue before the change. */
  readonly known: IssueState;
}

/** Checks that the response and the issue have the requested values, and that nothing else has changed. */
export async function checkChange(
  { findings }: Session,
  issue: TestIssue,
  { changed, requested, known }: AcceptedChange,
  rulePart: RulePart,
  where = '',
): Promise<WriteAttempt & { readonly shown: Exchange }> {
  const { original } = issue;
  const { problems, envelopeProblems } = findings.compareWithSchema('issues.update', changed);
  const shapeProblems = [...problems.filter(({ isTimestamp }) => !isTimestamp), ...envelopeProblems];
  const name = Object.values(requested).join(' ') + where;
  const received = itemOf(changed);
  const wrong = Object.entries(requested).filter(([member, value]) => received[member] !== value);
  const differences = wrong
    .map(([member]) => `${member} is ${JSON.stringify(received[member])} in the response`)
    .join(', ');
  const isOf = received['issueNumber'] === original.issueNumber;
  const isShown = (exchange: Exchange) =>
    Object.entries(requested).every(([member, value]) => itemOf(exchange)[member] === value);
  const shown = await issue.readUntil(issue.path, isShown);
  const now = itemOf(shown);
  const [from, to] = [received['updatedAt'], now['updatedAt']];
  const others = otherChanges(issue.before, { requested, known }, now);
  const checks = [
    checkResult(rulePart, shapeProblems.length === 0, changed, describeProblems(shapeProblems), name),
    checkResult(rulePart, isOf, changed, `the response has issue number ${received['issueNumber']}`, name),
    checkResult(rulePart, wrong.length === 0, changed, differences, name),
    checkResult(
      rulePart,
      isShown(shown),
      shown,
      `${name} was accepted, but the issue is ${now['status']}, ${now['priority']}`,
      name,
    ),
    checkResult(
      rulePart,
      others.length === 0,
      shown,
      `only ${Object.keys(requested).join(' and ')} should change, but so did ${others.join(', ')}`,
      name,
    ),
  ];
  // If another user changed the issue later, the issue has a later `updatedAt` than the response.
  const isAnother = !isShown(shown) || others.length > 0;
  return { checks, isDisturbed: isAnother && isText(from) && isText(to) && to > from, shown };
}

/** Returns the members that changed without being requested. */
function otherChanges(
  before: JsonObject,
  { requested, known }: Pick<AcceptedChange, 'requested' | 'known'>,
  now: JsonObject,
): string[] {
  const others = Object.keys(before).filter(
    (name) => !changingMembers.includes(name) && !isSame(before[name], now[name]),
  );
  for (const member of ['status', 'priority'] as const)
    if (requested[member] === undefined && known[member] !== undefined && now[member] !== known[member])
      others.push(member);
  return others;
}
