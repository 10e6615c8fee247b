import type { BrokenService } from './broken-services/broken-service.ts';
import { runOnSpec, specService } from './fixture.ts';

/** The report of one rule in `compare --json`. */
export interface ReportedRule {
  readonly id: string;
  readonly says: string;
  readonly verdict: string;
  readonly why?: string;
  readonly seen: Readonly<Record<string, number>>;
  readonly open: Readonly<Record<string, string>>;
  readonly request?: string;
  readonly response?: string;
}

export interface Report {
  readonly rules: readonly ReportedRule[];
  readonly behavior?: Readonly<Record<string, unknown>>;
  readonly undecided: Readonly<Record<string, string>>;
  readonly drift: readonly object[];
  readonly warnings: readonly string[];
  readonly requests: number;
  readonly ended?: string;
}

/** The flags that allow writes to an issue of the service of `specService()`. */
export const onSpecIssue = ['--project', 'p-shop', '--issue', '1', '--write'];

/**
 * Returns the rules that `compare` reports as broken by a service that breaks the rules of all these.
 *
 * @throws Error if there is no report, or if a changed issue is neither restored nor reported.
 */
export async function broken(...services: readonly BrokenService[]): Promise<ReportedRule[]> {
  const spec = specService();
  const [issue] = spec.service.data.projects[0]?.issues ?? [];
  const before = { status: issue?.status, priority: issue?.priority };
  for (const { breaks } of services) breaks(spec.service);
  const flags = services.some(({ write }) => write) ? onSpecIssue : ['--project', 'p-shop'];
  const { out, error } = await runOnSpec(spec, ['compare', '--json', ...flags]);
  if (out === '') throw new Error(`compare ended without a report: ${error}`);
  const isAsBefore = issue?.status === before.status && issue?.priority === before.priority;
  if (!isAsBefore && !error.includes('!!! Issue 1 of p-shop could not be restored. It was: '))
    throw new Error(`compare left the issue changed and did not report it: ${error}`);
  return brokenIn(JSON.parse(out));
}

export function brokenIn({ rules }: Report): ReportedRule[] {
  return rules.filter(({ verdict }) => verdict === 'fail');
}
