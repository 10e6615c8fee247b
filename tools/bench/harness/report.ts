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

/** Returns a value with its unit, rounded to the precision of a run. */
export function figure(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) < 2 ? 3 : 2;
  return `${value.toFixed(digits)}${unit === '×' ? '' : ' '}${unit}`.trimEnd();
}
