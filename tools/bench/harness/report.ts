/** The result of one measurement; a measurement file's default export returns one or several. */
export interface Report {
  title: string;
  /** One line: what was done and how it was counted. */
  how: string;
  columns: string[];
  rows: Row[];
  targets: Target[];
  /** Why the run does not count: a contender that answered wrongly. Empty when it counts. */
  invalid: string[];
}

export interface Row {
  name: string;
  /** One a column; `null` where there is nothing to say. */
  cells: (string | null)[];
  ours?: boolean;
}

export interface Target {
  name: string;
  measured: number;
  bound: 'at most' | 'at least' | 'below';
  limit: number;
  unit: string;
}

/** The message of a measurement's process to the printing one. */
export interface Outcome {
  reports: Report[];
  error?: string;
}

export function isMet({ measured, bound, limit }: Target): boolean {
  if (bound === 'at most') return measured <= limit;
  return bound === 'below' ? measured < limit : measured >= limit;
}

/** Returns a value with its unit, rounded to what a run can tell. */
export function figure(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) < 2 ? 3 : 2;
  return `${value.toFixed(digits)}${unit === '×' ? '' : ' '}${unit}`.trimEnd();
}
