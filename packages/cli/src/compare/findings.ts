import type { Behavior } from '@issue-tracking/mock';
import { errorTexts } from '@issue-tracking/model';
import { isJsonObject } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import type { SchemaDifference } from './schema-comparison.ts';

export type BehaviorName = keyof Behavior;
export type RuleId = `${string}-${number}`;
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'not-tested';

/** A request and its response, as printed. */
export interface Evidence {
  readonly request: string;
  readonly response: string;
}

/** The verdict of a rule: `pass` only if all its parts were seen and none was wrong. Its parts are the probes that name it. */
export interface RuleResult {
  readonly verdict: Verdict;
  /** The problem, or why the rule was not tested. */
  readonly why?: string;
  /** The parts that hold, and how often each was seen. */
  readonly seen: Readonly<Record<string, number>>;
  /** The untested and inconclusive parts, and why. */
  readonly open: Readonly<Record<string, string>>;
  readonly evidence?: Evidence | undefined;
}

interface RuleFinding {
  readonly seen: Record<string, number>;
  readonly open: Record<string, string>;
  /** Whether a response was inconclusive. */
  isTried?: boolean;
  broken?: { readonly why: string; readonly evidence: Evidence };
  evidence?: Evidence;
}

/** Maximum length of a printed body. */
const maxBodyLength = 160;
/** Maximum kept differences from v1. A list may have a million unknown fields. */
const maxDrift = 100;

/** The findings of a run: what was seen of each rule, and the behavior options that the responses decide. */
export class Findings {
  readonly behavior: Partial<Record<BehaviorName, unknown>> = {};
  readonly undecided: Partial<Record<BehaviorName, string>> = {};
  readonly evidence: Partial<Record<BehaviorName, Evidence[]>> = {};
  readonly #rules = new Map<string, RuleFinding>();
  readonly #drift = new Map<string, SchemaDifference>();
  readonly #redact: (text: string) => string;

  /** @param redact Redacts the credential. Called before a text is cut, because half a credential would not be found. */
  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  get drift(): SchemaDifference[] {
    return [...this.#drift.values()];
  }

  #of(rule: RuleId): RuleFinding {
    const finding = this.#rules.get(rule) ?? { seen: {}, open: {} };
    this.#rules.set(rule, finding);
    return finding;
  }

  pass(rule: RuleId, part: string, exchange: Exchange): void {
    const finding = this.#of(rule);
    finding.seen[part] = (finding.seen[part] ?? 0) + 1;
    delete finding.open[part];
    finding.evidence ??= this.evidenceOf(exchange);
  }

  /** Records a violation. Later checks can't undo it. */
  fail(rule: RuleId, exchange: Exchange, why: string): void {
    this.#of(rule).broken ??= { why: this.#redact(why), evidence: this.evidenceOf(exchange) };
  }

  /** Records whether a part of a rule holds. */
  check(rule: RuleId, part: string, holds: boolean, exchange: Exchange, why: string): void {
    if (holds) this.pass(rule, part, exchange);
    else this.fail(rule, exchange, why);
  }

  /** Records why a response of a part is inconclusive, unless another response shows the part. */
  leaveOpen(rule: RuleId, part: string, why: string): void {
    this.leaveUntested(rule, part, why);
    this.#of(rule).isTried = true;
  }

  /** Records why a part is untested. */
  leaveUntested(rule: RuleId, part: string, why: string): void {
    const { seen, open } = this.#of(rule);
    if (!(part in seen)) open[part] ??= this.#redact(why);
  }

  isBroken(rule: RuleId): boolean {
    return this.#rules.get(rule)?.broken !== undefined;
  }

  // AUTH-4
  /** Checks the text of a 403 that means a missing scope. */
  checkScopeError(exchange: Exchange): void {
    const { error } = isJsonObject(exchange.json) ? exchange.json : {};
    this.check(
      'AUTH-4',
      exchange.path,
      error === errorTexts.insufficientScope,
      exchange,
      `the error is ${JSON.stringify(error)}`,
    );
  }

  addDrift(difference: SchemaDifference): void {
    if (this.#drift.size < maxDrift) this.#drift.set(JSON.stringify(difference), difference);
  }

  /** @param reason Why nothing showed the rule. */
  resultOf(id: RuleId, reason = 'the data does not show it'): RuleResult {
    const { seen, open, isTried, broken, evidence } = this.#of(id);
    if (broken) return { verdict: 'fail', ...broken, seen, open: {} };
    const [first = reason] = Object.values(open);
    if (Object.keys(seen).length === 0 && !isTried) return { verdict: 'not-tested', why: first, seen, open };
    return { verdict: Object.keys(open).length > 0 ? 'inconclusive' : 'pass', seen, open, evidence };
  }

  evidenceOf({ method, path, sent, status, text }: Exchange): Evidence {
    // The first cut leaves a margin, so that the second cut removes any half credential.
    const body = this.#redact(text.slice(0, 10 * maxBodyLength));
    const shown = body.length > maxBodyLength ? `${body.slice(0, maxBodyLength)}…` : body;
    return {
      request: this.#redact(`${method} ${path}${sent === undefined ? '' : ` ${sent}`}`),
      response: `${status} ${shown}`.trim(),
    };
  }
}
