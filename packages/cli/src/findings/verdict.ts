import type { Rule } from '../rules.ts';
import type { Evidence, RuleFinding } from './findings.ts';
import { type Part, partlyTested, ruleParts, type TestedRule } from './parts.ts';

/** The verdict of a rule: `pass` only if every part was tested and none is wrong. */
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'not-tested';

/** The verdict of a rule, with its findings. */
export interface RuleResult {
  readonly verdict: Verdict;
  /** The problem, or why the rule was not tested. */
  readonly why?: string;
  /** The tested parts, and the number of checks of each. */
  readonly seen: Readonly<Record<string, number>>;
  /** The untested and inconclusive parts, and why. */
  readonly open: Readonly<Record<string, string>>;
  readonly evidence?: Evidence | undefined;
}

/** The limits of a run, which exclude some rules from testing. */
export interface RunLimits {
  readonly writes: boolean;
  /** Whether the run ended early. */
  readonly ended: boolean;
  readonly isApiKey: boolean;
}

const onlyWrite = 'only a write shows it: --project ID --issue N --write';

export function judgeRule(
  id: string,
  { notTested }: Rule,
  finding: RuleFinding | undefined,
  limits: RunLimits,
): RuleResult {
  const reason = credentialReason(id, limits) ?? notTested;
  if (reason !== undefined) return { verdict: 'not-tested', why: reason, seen: {}, open: {} };
  const parts: Readonly<Record<string, Part>> = ruleParts[id as TestedRule];
  const names = Object.keys(parts);
  const seen = Object.fromEntries(
    names.map((name) => [name, finding?.seen.get(name)?.size ?? 0] as const).filter(([, count]) => count > 0),
  );
  if (finding?.broken) return { verdict: 'fail', ...finding.broken, seen, open: {} };
  const why = (part: Part | undefined) => {
    if (part?.write && !limits.writes) return onlyWrite;
    return limits.ended ? 'the run ended before this test' : (part?.unless ?? '');
  };
  const open = Object.fromEntries(
    names
      .filter((name) => finding?.open.has(name) || !(name in seen))
      .map((name) => [name, finding?.open.get(name) ?? why(parts[name])]),
  );
  const evidence = finding?.evidence;
  if (Object.keys(open).length === 0) return { verdict: 'pass', seen, open, evidence };
  if (Object.keys(seen).length > 0 || (finding && finding.open.size > 0))
    return { verdict: 'inconclusive', seen, open, evidence };
  const [first = ''] = Object.values(open);
  return { verdict: 'not-tested', why: first, seen, open };
}

function credentialReason(id: string, { isApiKey }: RunLimits): string | undefined {
  if (id === 'EP-3' && isApiKey) return 'the rule is about OAuth tokens';
  if ((id === 'EP-2' || id === 'AUTH-2') && !isApiKey) return 'the rule is about API keys';
  return undefined;
}

/** Describes the tested parts: "6 statuses, 1 label". */
export function describeSeen(id: string, seen: RuleResult['seen']): string {
  const parts: Readonly<Record<string, Part>> = ruleParts[id as TestedRule];
  return Object.entries(seen)
    .map(([name, count]) => `${count} ${parts[name]?.noun[count === 1 ? 0 : 1]}`)
    .join(', ');
}

/** Describes the untested parts, with reasons: "not labels: no issue of the list shows a label". */
export function describeOpen(id: string, open: RuleResult['open']): string {
  const parts: Readonly<Record<string, Part>> = ruleParts[id as TestedRule];
  const byReason = new Map<string, string[]>();
  for (const [name, why] of Object.entries(open))
    byReason.set(why, [...(byReason.get(why) ?? []), parts[name]?.noun[1] ?? name]);
  return [...byReason].map(([why, names]) => `not ${names.join(', ')}: ${why}`).join('; ');
}

/** Describes the parts of the rule that no run tests. */
export function describeUntested(id: string): string | undefined {
  return partlyTested[id as TestedRule];
}
