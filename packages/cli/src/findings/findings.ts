import type { Behavior } from '@issue-tracking/mock';
import type { EndpointName } from '@issue-tracking/model';
import { printable } from '../platform/printable.ts';
import type { Exchange } from '../service/exchange.ts';
import { isFailure } from '../service/exchange.ts';
import type { PartOf, TestedRule } from './parts.ts';
import { compareWithSchema, type SchemaComparison, type SchemaDifference } from './schema-comparison.ts';

/** A request and its response, as printed. */
export interface Evidence {
  readonly request: string;
  readonly response: string;
}

/** The findings about one rule. */
export interface RuleFinding {
  /** The checked objects of each part by name, so that each counts once. */
  readonly seen: Map<string, Set<string>>;
  /** Inconclusive parts, and why. */
  readonly open: Map<string, string>;
  /** The first violation. */
  broken?: { readonly why: string; readonly evidence: Evidence };
  /** The first check that passed. */
  evidence?: Evidence;
}

export type BehaviorName = keyof Behavior;
/** A part of a rule, such as `['EP-6', 'label']`. */
export type RulePart = { [Rule in TestedRule]: readonly [Rule, PartOf<Rule>] }[TestedRule];

/** Maximum length of a printed body. */
const maxBodyLength = 160;
/** Maximum kept findings of one kind. A list may have a million wrong entries. */
const maxFindings = 100;

/** The findings of a run: violations and checks of each rule, and decided behavior options. */
export class Findings {
  readonly rules = new Map<TestedRule, RuleFinding>();
  readonly behavior: Partial<Record<BehaviorName, unknown>> = {};
  readonly undecided: Partial<Record<BehaviorName, string>> = {};
  readonly evidence: Partial<Record<BehaviorName, Evidence[]>> = {};
  readonly #drift = new Map<string, SchemaDifference>();
  readonly #redact: (text: string) => string;

  /** @param redact Redacts the credential. Called before a text is cut, because half a credential would not be found. */
  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  get drift(): SchemaDifference[] {
    return [...this.#drift.values()];
  }

  #findingOf(rule: TestedRule): RuleFinding {
    const known = this.rules.get(rule);
    if (known) return known;
    const finding: RuleFinding = { seen: new Map(), open: new Map() };
    this.rules.set(rule, finding);
    return finding;
  }

  /**
   * Records whether a part of a rule holds. Later checks can't undo a violation.
   *
   * @param names Names of the checked objects. Each counts once.
   */
  check(
    [rule, part]: RulePart,
    holds: boolean,
    exchange: Exchange,
    why: string,
    ...names: (string | readonly string[])[]
  ): boolean {
    const finding = this.#findingOf(rule);
    if (!holds) {
      finding.broken ??= { why: printable(why), evidence: this.#evidenceOf(exchange) };
      return false;
    }
    finding.evidence ??= this.#evidenceOf(exchange);
    const seen = finding.seen.get(part) ?? new Set();
    finding.seen.set(part, seen);
    const named = names.flat();
    // A check without names counts as one object: the number makes its name unique.
    for (const name of named.length > 0 ? named : [`#${seen.size}`]) seen.add(name);
    return true;
  }

  /** Records why a part is inconclusive. */
  markInconclusive([rule, part]: RulePart, why: string): void {
    const { open } = this.#findingOf(rule);
    if (!open.has(part)) open.set(part, printable(why));
  }

  isBroken(rule: TestedRule): boolean {
    return this.rules.get(rule)?.broken !== undefined;
  }

  /**
   * Returns whether a response is a success. Records any other response: a temporary failure or a missing scope makes the part
   * inconclusive, other statuses are violations.
   */
  checkSuccess(part: RulePart, exchange: Exchange): boolean {
    const { status } = exchange;
    if (isFailure(exchange) || status === 403) {
      this.markInconclusive(part, `${exchange.method} ${exchange.path} returned ${status}`);
      return false;
    }
    return status === 200 || this.check(part, false, exchange, `the response is ${status}`);
  }

  /** Compares a success with the endpoint's schema, and records timestamps and drift. */
  compareWithSchema(endpoint: EndpointName, exchange: Exchange): SchemaComparison {
    const comparison = compareWithSchema(endpoint, exchange.json);
    const times = comparison.problems.filter(({ isTimestamp }) => isTimestamp);
    for (const { path } of times)
      this.check(['GEN-4', 'form'], false, exchange, `${path} is not an ISO 8601 timestamp in UTC with milliseconds`);
    if (times.length === 0 && comparison.times > 0) {
      const names = Array.from({ length: Math.min(comparison.times, maxFindings) }, (_, i) => `${exchange.path} ${i}`);
      this.check(['GEN-4', 'form'], true, exchange, '', names);
    }
    for (const found of comparison.drift) {
      const key = JSON.stringify([endpoint, found]);
      if (this.#drift.size < maxFindings) this.#drift.set(key, { endpoint, ...found });
    }
    return comparison;
  }

  /** Records the service's choice for a behavior option. */
  decide<Name extends BehaviorName>(name: Name, value: Behavior[Name], ...exchanges: Exchange[]): void {
    this.behavior[name] = value;
    delete this.undecided[name];
    this.evidence[name] = exchanges.map((exchange) => this.#evidenceOf(exchange));
  }

  /** Records why a behavior option is undecided, with evidence. */
  leaveUndecided(name: BehaviorName, why: string, ...exchanges: Exchange[]): void {
    delete this.behavior[name];
    this.undecided[name] = printable(why);
    if (exchanges.length > 0) this.evidence[name] = exchanges.map((exchange) => this.#evidenceOf(exchange));
  }

  #evidenceOf({ method, path, sent, status, text }: Exchange): Evidence {
    // Redacting a body of up to 32 MiB would take long. The first cut leaves a margin, so that the second cut removes any
    // half credential.
    const body = this.#redact(text.slice(0, 10 * maxBodyLength));
    const shown = body.length > maxBodyLength ? `${body.slice(0, maxBodyLength)}…` : body;
    return {
      request: printable(this.#redact(`${method} ${path}${sent === undefined ? '' : ` ${sent}`}`)),
      response: printable(`${status} ${shown}`.trim()),
    };
  }
}
