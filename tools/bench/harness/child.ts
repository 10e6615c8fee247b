import type { Outcome, Report } from './report.ts';

/** Runs one measurement in a process of its own and sends the result to the parent. */
const file = process.argv[2] ?? '';
let outcome: Outcome;
try {
  const { default: measure }: { default: () => Promise<Report | Report[]> } = await import(file);
  outcome = { reports: [await measure()].flat() };
} catch (error) {
  outcome = { reports: [], error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
process.send?.(outcome, () => process.exit(0));
