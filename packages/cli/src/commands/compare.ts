import { type Behavior, behaviorOptions } from '@issue-tracking/mock';
import { systemClock } from '@issue-tracking/sdk';
import { checkResponse } from '../compare/every-response.ts';
import type { BehaviorName, Evidence, RuleId, Verdict } from '../compare/findings.ts';
import { replay } from '../compare/replay.ts';
import { Session } from '../compare/session.ts';
import { readTestIssue } from '../compare/test-issue.ts';
import type { CliContext } from '../context.ts';
import { type Printer, type Span, toJson } from '../output/printer.ts';
import { Progress } from '../output/progress.ts';
import { WholeFile } from '../output/whole-file.ts';
import { pluralize } from '../platform/pluralize.ts';
import { rules } from '../rules.ts';
import { createStopSignal, type EndedEarly } from '../service/ended-early.ts';
import type { Exchange } from '../service/exchange.ts';
import { ServiceClient } from '../service/service-client.ts';
import { defaultRate } from '../service/service-options.ts';
import { commonFlags, type FlagValues, projectFlag, projectOf, testIssueNumber, writeFlags } from './flags.ts';
import type { CompareReport } from './reports.ts';
import { readServiceAddress, withFlagNames } from './service-address.ts';

export const compareFlags = {
  project: projectFlag,
  ...writeFlags,
  options: { value: 'FILE', summary: 'Write the behavior options found to a file for issue-tracking-mock --options' },
  ...commonFlags,
} as const;

/** The requests of a run, for the first line. A service that fails now and then gets some more. */
const usual = { reads: 90, withWrites: 125 };
const names = Object.keys(behaviorOptions) as BehaviorName[];

/** Compares a service with the mock. Resolves to the exit code: 1 for a failed rule, drift or a warning. */
export async function compare(flags: FlagValues, context: CliContext, printer: Printer): Promise<number> {
  const projectId = projectOf(flags);
  const issueNumber = testIssueNumber(flags);
  const { baseUrl, credential, from } = await readServiceAddress(flags, context, printer);
  const { fetch, clock = systemClock } = context;
  const signal = createStopSignal(context);
  const onExchange = (exchange: Exchange) => checkResponse(session.findings, exchange);
  const onWait = (ms: number, why: string) => progress.wait(ms, why);
  const service = withFlagNames(
    from,
    () => new ServiceClient({ baseUrl, credential, fetch, clock, signal, onExchange, onWait }),
  );
  printer.redact = service.redact;
  const session: Session = new Session(service, clock, {
    baseUrl,
    isApiKey: 'apiKey' in credential,
    projectId,
  });
  const date = new Date(session.now).toISOString();
  const progress = new Progress(printer, context);
  const file = flags['options'] === undefined ? undefined : new WholeFile(flags['options']);
  announce(printer, baseUrl, issueNumber !== undefined);
  try {
    if (issueNumber !== undefined) await prepareTestIssue(session, issueNumber, printer);
    const ended = await replay(session, (name, at, of) =>
      progress.show(() => `${at + 1}/${of} ${name} · ${pluralize(service.requests, 'request')}`),
    ).finally(() => {
      progress.end();
      if (session.restored) printer.error(session.restored);
      for (const warning of session.warnings) printer.error(`!!! ${warning}`);
    });
    const report = createReport(session, date, ended);
    if ('json' in flags) printer.json(report);
    else printReport(report, printer);
    file?.write(`${printer.redact(toJson({ behavior: report.behavior }))}\n`);
    if (ended) {
      printer.error(`issue-tracking: run ended early: ${ended.message}`);
      return ended.exitCode;
    }
    const isBroken = report.rules.some(({ verdict }) => verdict === 'fail');
    return isBroken || report.drift.length > 0 || session.warnings.length > 0 ? 1 : 0;
  } finally {
    progress.end();
    file?.discard();
  }
}

/** Says at once what the run will do. */
function announce(printer: Printer, baseUrl: string, hasWrites: boolean): void {
  const requests = hasWrites ? usual.withWrites : usual.reads;
  const minutes = Math.ceil(requests / defaultRate);
  const changes = hasWrites ? 'It changes the test issue and restores it.' : 'It changes nothing.';
  printer.error(
    `Sends about ${requests} requests to ${baseUrl}, at most ${defaultRate} a minute: about ${minutes} minutes. ${changes}`,
  );
}

/** Reads the test issue, and tells the user what the run will change in it. */
async function prepareTestIssue(session: Session, number: number, printer: Printer): Promise<void> {
  const testIssue = await readTestIssue(session, number);
  session.testIssue = testIssue;
  const name = `Issue ${number} of ${session.serviceData.projectId}`;
  if (!testIssue) session.warnings.push(`${name} is not as v1 describes it, so nothing was written to it.`);
  else
    printer.error(
      `${name} will be changed and restored to ${testIssue.status}, ${testIssue.priority}. It keeps one comment, or more if the service accepts invalid ones: the API can't delete them.`,
    );
}

/** Behavior options that no run decides, and why. */
const neverDecided: Partial<Record<BehaviorName, string>> = {
  transitions: 'trying all transitions could leave the issue in a final status',
  lockout: 'a test would lock out all clients at this address',
  readLag: 'a lag differs from read to read',
  cors: 'only a browser shows it',
};

function createReport(session: Session, date: string, ended: EndedEarly | undefined): CompareReport {
  const { findings, target, service } = session;
  const why = ended && 'the run ended before this test';
  const undecided = names
    .filter((name) => !(name in findings.behavior))
    .map((name) => [name, neverDecided[name] ?? findings.undecided[name] ?? why ?? 'the data does not show it']);
  const sections = Object.entries(rules).filter(([section]) => section !== 'Gaps');
  return {
    baseUrl: target.baseUrl,
    date,
    requests: service.requests,
    ...(ended && { ended: ended.message }),
    rules: sections.flatMap(([, section]) =>
      Object.entries(section).map(([id, rule]) => {
        const reason = credentialReason(id, target.isApiKey) ?? rule.notTested ?? why;
        const { evidence, ...result } = findings.resultOf(id as RuleId, reason);
        return { id, says: rule.says, ...result, ...evidence };
      }),
    ),
    // The cast is safe: only valid values of each option are tried.
    behavior: findings.behavior as Partial<Behavior>,
    undecided: Object.fromEntries(undecided),
    evidence: findings.evidence as Record<string, Evidence[]>,
    drift: findings.drift,
    warnings: session.warnings,
  };
}

function credentialReason(id: string, isApiKey: boolean): string | undefined {
  if (id === 'EP-3' && isApiKey) return 'the rule is about OAuth tokens';
  return (id === 'EP-2' || id === 'AUTH-2') && !isApiKey ? 'the rule is about API keys' : undefined;
}

const marks: Readonly<Record<Verdict, Span>> = {
  pass: ['green', '✓ pass        '],
  fail: ['red', '✗ fail        '],
  inconclusive: ['yellow', '? inconclusive'],
  'not-tested': ['dim', '· not-tested  '],
};
const ruleMargin = 24;

function printReport(report: CompareReport, printer: Printer): void {
  // If the run ended early, the many untested rules would hide the tested ones.
  const shown = report.rules.filter(({ verdict }) => report.ended === undefined || verdict !== 'not-tested');
  for (const rule of shown) {
    const { id, says, verdict, why = '', request = '', response = '' } = rule;
    const parts: Span[] = verdict === 'fail' ? [] : [['dim', ` (${describeParts(rule)})`]];
    printer.line([marks[verdict], `  ${id.padEnd(6)}  ${says}`, ...parts], ruleMargin);
    if (verdict === 'fail')
      for (const text of [why, request, `→ ${response}`]) printer.line([['red', `    ${text}`]], 4);
  }
  for (const { endpoint, kind, path, value } of report.drift)
    printer.line([['yellow', '!'], ` ${kind}: ${endpoint} ${path}${value === undefined ? '' : ` = "${value}"`}`]);
  printer.line([]);
  printBehavior(report, printer);
  printer.line([]);
  const count = (of: Verdict) => report.rules.filter(({ verdict }) => verdict === of).length;
  const decided = Object.keys(report.behavior).length;
  printer.line([
    [
      `${pluralize(count('pass'), 'rule passed', 'rules passed')}, ${count('fail')} failed, ${count('inconclusive')} inconclusive, ${count('not-tested')} not tested`,
      `${pluralize(decided, 'behavior option')} decided, ${names.length - decided} undecided`,
      pluralize(report.drift.length, 'unknown field or value', 'unknown fields and values'),
      `${pluralize(report.requests, 'request')} to ${report.baseUrl}`,
    ].join('; '),
  ]);
}

function printBehavior({ behavior, undecided, ended }: CompareReport, printer: Printer): void {
  const width = Math.max(...names.map((name) => name.length));
  // If the run ended early, the many undecided options would hide its reason.
  const shown = names.filter((name) => ended === undefined || name in behavior);
  for (const name of shown) {
    const label = ` ${name.padEnd(width)}  `;
    const value = JSON.stringify(behavior[name as keyof typeof behavior]);
    const isDefault = value === JSON.stringify(behaviorOptions[name].choices[0]);
    const rest: Span[] = isDefault ? [['dim', "  the mock's default"]] : [];
    if (value === undefined) printer.line([['dim', `?${label}undecided: ${undecided[name]}`]], width + 4);
    else printer.line([['green', '✓'], label + value, ...rest], width + 4);
  }
}

/** Describes the parts of a rule: "6 kinds of request; not label: no issue that was read shows it". */
function describeParts({ verdict, why, seen, open }: CompareReport['rules'][number]): string {
  if (verdict === 'not-tested') return why ?? '';
  const byReason = Map.groupBy(Object.entries(open), ([, reason]) => reason);
  const parts = [...byReason].map(([reason, of]) => `not ${of.map(([part]) => part).join(', ')}: ${reason}`);
  return [pluralize(Object.keys(seen).length, 'probe'), ...parts].join('; ');
}
