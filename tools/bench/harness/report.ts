/** The result of one measurement. The default export of a measurement's file returns one or several. */
export interface Report {
  title: string;
  /** One line about the work and how it was measured. */
  how: string;
  columns: string[];
  rows: Row[];
  targets: Target[];
  /** Contenders with wrong results, which make the run invalid. */
  invalid: string[];
}

export interface Row {
  name: string;
  /** One cell per column; `null` for an empty one. */
  cells: (string | null)[];
  ours?: boolean;
}

export interface Limit {
  /** The largest accepted value. */
  limit: number;
  /** The wanted value, if it isn't reached and a larger one is accepted. */
  goal?: { value: number; reason: string };
}

export interface Target extends Limit {
  name: string;
  measured: number;
  /** The part of `measured` that may be chance: its spread over the rounds of this run. None for what doesn't vary. */
  tolerance?: number;
  unit: string;
}

/** The message of a measurement's process to the printing one. */
export interface Outcome {
  reports: Report[];
  error?: string;
}

export type Verdict = 'met' | 'accepted' | 'unclear' | 'missed';

/**
 * Compares a value with its limit. A value above it is `unclear` if its tolerance may explain that, otherwise `missed`, as is a missing
 * one. One above its goal is `accepted`.
 */
export function verdictOf({ measured, tolerance = 0, limit, goal }: Target): Verdict {
  if (!(measured - tolerance <= limit)) return 'missed';
  if (measured > limit) return 'unclear';
  return goal && measured > goal.value ? 'accepted' : 'met';
}

/** Returns 1 for a run with a missed target or a wrong result, otherwise 0. */
export function exitCode(reports: readonly Report[]): 0 | 1 {
  return reports.some(
    ({ targets, invalid }) => invalid.length > 0 || targets.some((target) => verdictOf(target) === 'missed'),
  )
    ? 1
    : 0;
}

/** Returns the measured value of a target with its tolerance, such as `1.36× ± 0.02`. */
export function measuredText({ measured, tolerance, unit }: Target): string {
  if (!Number.isFinite(measured)) return 'no figure';
  return tolerance === undefined ? figure(measured, unit) : `${figure(measured, unit)} ± ${figure(tolerance, '')}`;
}

/** Returns the limit of a target with the goal that it replaces. */
export function limitText({ limit, goal, unit }: Target): string {
  const accepted = `at most ${figure(limit, unit)}`;
  return goal ? `${accepted}, goal ${figure(goal.value, unit)}` : accepted;
}

/** Returns a value with its unit, rounded to the precision of a run. */
function figure(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) < 2 ? 3 : 2;
  return `${value.toFixed(digits)}${unit === '×' ? '' : ' '}${unit}`.trimEnd();
}
