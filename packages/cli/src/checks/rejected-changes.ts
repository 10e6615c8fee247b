import { issuePriorities, settableStatuses } from '@issue-tracking/model';
import { itemOf } from '../platform/json.ts';
import { isFailure } from '../service/exchange.ts';
import { checkInvalidInput } from './invalid-input.ts';
import { unusedWord } from './issue-list.ts';
import { restoreIssue } from './restore-issue.ts';
import type { Session } from './session.ts';
import type { TestIssue } from './test-issue.ts';

/** Checks that the service rejects unknown values, content types other than JSON, and bodies that are not JSON. */
export async function checkRejectedBodies(session: Session, issue: TestIssue): Promise<void> {
  const { findings } = session;
  const { status, priority } = issue.original;
  for (const value of [unusedWord, status.toUpperCase()])
    await checkUnknownValue(session, issue, { status: value }, settableStatuses);
  for (const value of [unusedWord, priority.toUpperCase()])
    await checkUnknownValue(session, issue, { priority: value }, issuePriorities);
  for (const member of ['status', 'priority'] as const)
    for (const value of [null, [issue.original[member]]]) await checkOtherType(session, issue, member, value);
  await checkPartialChange(session, issue, 'status', 'priority');
  await checkPartialChange(session, issue, 'priority', 'status');
  const body = JSON.stringify({ priority });
  for (const [type, part] of [
    ['text/plain', 'patch'],
    ['application/json-patch+json', 'patch'],
    [undefined, 'untyped'],
  ] as const) {
    const exchange = await issue.send(body, type, { priority });
    if (isFailure(exchange)) continue;
    const why = `a body ${type ? `of type ${type}` : 'without content type'} returned ${exchange.status}`;
    const isRefused = exchange.status === 400;
    // The specification leaves other content types open, but a missing content type must return 400.
    if (isRefused || part === 'untyped') findings.check(['GEN-3', part], isRefused, exchange, why, type ?? 'PATCH');
    else findings.markInconclusive(['GEN-3', part], `${why}, which the specification leaves open`);
  }
  const broken = await issue.send('{"priority":', 'application/json', {});
  if (isFailure(broken)) return;
  const why = `a body that is not JSON returned ${broken.status}`;
  findings.check(['ERR-4', 'bodies'], broken.status === 400, broken, why, 'PATCH');
}

/** Checks that the error for an unknown value names the field and the allowed values (EP-10). */
async function checkUnknownValue(
  { findings }: Session,
  issue: TestIssue,
  wrong: { status: string } | { priority: string },
  allowed: readonly string[],
): Promise<void> {
  const member = 'status' in wrong ? 'status' : 'priority';
  const [value = ''] = Object.values(wrong);
  const rulePart = ['EP-10', member] as const;
  const exchange = await issue.change(wrong);
  if (isFailure(exchange)) return findings.markInconclusive(rulePart, `the response is ${exchange.status}`);
  const isRefused = findings.check(
    rulePart,
    exchange.status === 400,
    exchange,
    `${value} returned ${exchange.status}`,
    value,
  );
  if (!isRefused) return;
  checkInvalidInput(findings, exchange, 'bodies', member);
  const { details } = Object(exchange.json);
  const own = Array.isArray(details) ? details.find((detail) => Object(detail).field === member) : undefined;
  findings.check(rulePart, own !== undefined, exchange, `no detail names ${member}`, value);
  const missing = allowed.filter((value) => !String(Object(own).message).includes(value));
  findings.check(rulePart, missing.length === 0, exchange, `the message does not name ${missing.join(', ')}`, value);
}

/** Checks that `null` and lists are rejected (EP-10). */
async function checkOtherType(
  { findings }: Session,
  issue: TestIssue,
  member: 'status' | 'priority',
  value: null | string[],
): Promise<void> {
  const rulePart = ['EP-10', member] as const;
  const body = JSON.stringify({ [member]: value });
  // Expect no change. If the service stores the value anyway, `restoreIssue` finds out by reading the issue.
  const exchange = await issue.send(body, 'application/json', {});
  if (isFailure(exchange)) return findings.markInconclusive(rulePart, `the response is ${exchange.status}`);
  findings.check(rulePart, exchange.status === 400, exchange, `${body} returned ${exchange.status}`, body);
  checkInvalidInput(findings, exchange, 'bodies', member);
}

/** Checks that a rejected change stores nothing, not even its valid member. */
async function checkPartialChange(
  { findings, service }: Session,
  issue: TestIssue,
  right: 'status' | 'priority',
  wrong: 'status' | 'priority',
): Promise<void> {
  const rulePart = ['EP-10', 'kept'] as const;
  const values: readonly string[] = right === 'status' ? settableStatuses : issuePriorities;
  let shown = await issue.read();
  // Another user may set the same value at that moment, but hardly three times in a row.
  for (let time = 0; time < 3; time++) {
    const now = itemOf(shown)[right];
    const to = values.find((value) => value !== now) ?? 'open';
    const exchange = await issue.change({ [right]: to, [wrong]: unusedWord });
    if (exchange.status !== 400) {
      findings.markInconclusive(rulePart, `a partly valid change returned ${exchange.status}`);
      return;
    }
    shown = await issue.read();
    if (itemOf(shown)[right] !== to) {
      findings.check(rulePart, true, shown, '', right);
      return;
    }
    await service.pause(1000);
  }
  const why = `a rejected change still set ${right} to ${itemOf(shown)[right]}`;
  findings.check(rulePart, false, shown, why);
}

/** Checks that the statuses that only users set are rejected and not stored. */
export async function checkRejectedStatuses(session: Session, issue: TestIssue): Promise<void> {
  const { findings } = session;
  for (const [status, rule] of [
    ['verified', 'STA-5'],
    ['closed', 'STA-6'],
  ] as const) {
    const exchange = await issue.change({ status });
    if (isFailure(exchange)) {
      findings.markInconclusive([rule, 'rejections'], `the response is ${exchange.status}`);
      continue;
    }
    const isRefused = exchange.status >= 400;
    findings.check([rule, 'rejections'], isRefused, exchange, `a caller of the API set ${status}`, status);
    const shown = await issue.read();
    const isSet = itemOf(shown)['status'] === status;
    findings.check([rule, 'kept'], !isSet, shown, `the response is ${exchange.status}, but the issue is ${status}`);
    if (isRefused && !isSet) continue;
    // A service that accepts one of the two statuses would probably accept the other. So restore the issue and stop.
    await restoreIssue(session, issue);
    return;
  }
}
