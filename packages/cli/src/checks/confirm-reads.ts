import type { RulePart } from '../findings/findings.ts';
import type { Exchange } from '../service/exchange.ts';
import type { Session } from './session.ts';

/** The result of one check. */
export interface CheckResult {
  readonly rulePart: RulePart;
  readonly holds: boolean;
  readonly exchange: Exchange;
  /** The problem if the check failed. */
  readonly why: string;
  /** Names of the checked objects. Each name counts once. */
  readonly names: readonly string[];
}

export function checkResult(
  rulePart: RulePart,
  holds: boolean,
  exchange: Exchange,
  why: string,
  ...names: string[]
): CheckResult {
  return { rulePart, holds, exchange, why, names };
}

/** A known state that responses are compared with. */
export interface Baseline<State> {
  readonly state: State;
  read(): Promise<State>;
  isSame(a: State, b: State): boolean;
}

/** Maximum attempts to read unchanged data, and the pause before each in milliseconds. A search index may lag that long. */
const retries = { times: 3, ms: 1000 };

/**
 * Checks that two responses agree. Users may change data during the check, and a search may lag behind. So a violation needs two
 * failed checks with an unchanged baseline.
 */
export async function confirmReads<State>(
  { service, findings }: Session,
  baseline: Baseline<State>,
  look: (state: State) => Promise<readonly CheckResult[]>,
): Promise<void> {
  const note = ({ rulePart, holds, exchange, why, names }: CheckResult) =>
    findings.check(rulePart, holds, exchange, why, names);
  const isRight = (checks: readonly CheckResult[]) => checks.every(({ holds }) => holds);
  let { state } = baseline;
  let checks = await look(state);
  for (let time = 0; time < retries.times && !isRight(checks); time++) {
    await service.pause(retries.ms);
    checks = await look(state);
    if (isRight(checks)) break;
    const now = await baseline.read();
    if (baseline.isSame(state, now)) {
      checks.forEach(note);
      return;
    }
    state = now;
    checks = await look(state);
  }
  for (const check of checks) {
    if (check.holds) note(check);
    else findings.markInconclusive(check.rulePart, 'data kept changing during the check');
  }
}
