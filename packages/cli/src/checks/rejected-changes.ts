import { issuePriorities, settableStatuses } from '@issue-tracking/model';
import { itemOf } from '../platform/json.ts';
import { isFailure } from '../service/exchange.ts';
import { checkInvalidInput } from './invalid-input.ts';
import { unusedWord } from './issue-list.ts';
import { restoreIssue } from './restore-issue.ts';
import type { Session } from './session.ts';
import type { TestIssue } from './test-issue.ts';

/** Bodies that are refused: values that v1 doesn't know, other types than JSON, and what is not JSON at all. */
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
    const why = `a body ${type ? `that is said to be ${type}` : 'of no type'} was answered ${exchange.status}`;
    const isRefused = exchange.status === 400;
    // The response to another content type is open; a missing one is a 400.
    if (isRefused || part === 'untyped') findings.check(['GEN-3', part], isRefused, exchange, why, type ?? 'PATCH');
    else findings.markInconclusive(['GEN-3', part], `${why}, which is open`);
  }
  const broken = await issue.send('{"priority":', 'application/json', {});
  if (isFailure(broken)) return;
  const why = `a body that is not JSON was answered ${broken.status}`;
  findings.check(['ERR-4', 'bodies'], broken.status === 400, broken, why, 'PATCH');
}

/** A value that v1 doesn't know is refused with the field and the values that it may have (EP-10). */
async function checkUnknownValue(
  { findings }: Session,
  issue: TestIssue,
  wrong: { status: string } | { priority: string },
  allowed: readonly string[],
): Promise<void> {
  const member = 'status' in wrong ? 'status' : 'priority';
  const [value = ''] = Object.values(wrong);
  const place = ['EP-10', member] as const;
  const exchange = await issue.change(wrong);
  if (isFailure(exchange)) return findings.markInconclusive(place, `it was answered ${exchange.status}`);
  const isRefused = findings.check(
    place,
    exchange.status === 400,
    exchange,
    `${value} was answered ${exchange.status}`,
    value,
  );
  if (!isRefused) return;
  checkInvalidInput(findings, exchange, 'bodies', member);
  const { details } = Object(exchange.json);
  const own = Array.isArray(details) ? details.find((detail) => Object(detail).field === member) : undefined;
  findings.check(place, own !== undefined, exchange, `it does not name ${member}`, value);
  const missing = allowed.filter((value) => !String(Object(own).message).includes(value));
  findings.check(place, missing.length === 0, exchange, `it does not name ${missing.join(', ')}`, value);
}

/** `null` and lists are none of the values (EP-10), whatever they hold. */
async function checkOtherType(
  { findings }: Session,
  issue: TestIssue,
  member: 'status' | 'priority',
  value: null | string[],
): Promise<void> {
  const place = ['EP-10', member] as const;
  const body = JSON.stringify({ [member]: value });
  // Whatever the service makes of it, the issue is looked at before it is put back.
  const exchange = await issue.send(body, 'application/json', {});
  if (isFailure(exchange)) return findings.markInconclusive(place, `it was answered ${exchange.status}`);
  findings.check(place, exchange.status === 400, exchange, `${body} was answered ${exchange.status}`, body);
  checkInvalidInput(findings, exchange, 'bodies', member);
}

/** Of a change that is refused nothing happens: the right member of it is not kept beside the wrong one. */
async function checkPartialChange(
  { findings, service }: Session,
  issue: TestIssue,
  right: 'status' | 'priority',
  wrong: 'status' | 'priority',
): Promise<void> {
  const place = ['EP-10', 'kept'] as const;
  const values: readonly string[] = right === 'status' ? settableStatuses : issuePriorities;
  let shown = await issue.read();
  // Others may set one of them at that moment, but hardly three times in a row.
  for (let time = 0; time < 3; time++) {
    const now = itemOf(shown)[right];
    const to = values.find((value) => value !== now) ?? 'open';
    const exchange = await issue.change({ [right]: to, [wrong]: unusedWord });
    if (exchange.status !== 400) {
      findings.markInconclusive(place, `half of a change was answered ${exchange.status}`);
      return;
    }
    shown = await issue.read();
    if (itemOf(shown)[right] !== to) {
      findings.check(place, true, shown, '', right);
      return;
    }
    await service.pause(1000);
  }
  const why = `a change was refused, and the ${right} is ${itemOf(shown)[right]} all the same, as it asked`;
  findings.check(place, false, shown, why);
}

/** Statuses that people set: refused, and not set all the same. */
export async function checkRejectedStatuses(session: Session, issue: TestIssue): Promise<void> {
  const { findings } = session;
  for (const [status, rule] of [
    ['verified', 'STA-5'],
    ['closed', 'STA-6'],
  ] as const) {
    const exchange = await issue.change({ status });
    if (isFailure(exchange)) {
      findings.markInconclusive([rule, 'refused'], `it was answered ${exchange.status}`);
      continue;
    }
    const isRefused = exchange.status >= 400;
    findings.check([rule, 'refused'], isRefused, exchange, `a caller of the API set ${status}`, status);
    const shown = await issue.read();
    const isSet = itemOf(shown)['status'] === status;
    findings.check([rule, 'kept'], !isSet, shown, `it was answered ${exchange.status}, and the issue is ${status}`);
    if (isRefused && !isSet) continue;
    // The other would be set too: the issue has been through enough.
    await restoreIssue(session, issue);
    return;
  }
}
