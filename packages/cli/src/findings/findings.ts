import type { Behavior } from '@issue-tracking/mock';
import type { EndpointName } from '@issue-tracking/model';
import { printable } from '../platform/printable.ts';
import type { Exchange } from '../service/exchange.ts';
import { isFailure } from '../service/exchange.ts';
import type { PartOf, TestedRule } from './parts.ts';
import { compareWithSchema, type SchemaComparison, type SchemaDifference } from './schema-comparison.ts';

/** A request and its response, for people. */
export interface Evidence {
  readonly request: string;
  readonly response: string;
}

/** The findings about one rule. */
export interface RuleFinding {
  /** The checked objects of each part, by name, so that each counts once. */
  readonly seen: Map<string, Set<string>>;
  /** Parts of which nothing certain can be said, and why. */
  readonly open: Map<string, string>;
  /** The first that was wrong. */
  broken?: { readonly why: string; readonly evidence: Evidence };
  /** The first that was looked at. */
  evidence?: Evidence;
}

export type BehaviorName = keyof Behavior;
/** Something of a rule, such as `['EP-6', 'label']`. */
export type RulePart = { [Rule in TestedRule]: readonly [Rule, PartOf<Rule>] }[TestedRule];

/** The most characters of a body that are shown. */
const maxBodyLength = 160;
/** The most findings of one kind that are kept: a list of a million wrong entries is no better known than by these. */
const maxFindings = 100;

/** The findings so far: the worst of each rule, and the certain choices of behavior options. */
export class Findings {
  readonly rules = new Map<TestedRule, RuleFinding>();
  readonly behavior: Partial<Record<BehaviorName, unknown>> = {};
  readonly undecided: Partial<Record<BehaviorName, string>> = {};
  readonly evidence: Partial<Record<BehaviorName, Evidence[]>> = {};
  readonly #drift = new Map<string, SchemaDifference>();
  readonly #redact: (text: string) => string;

  /** @param redact Hides the credential, before a text is cut and leaves a part of it. */
  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  get drift(): SchemaDifference[] {
    return [...this.#drift.values()];
  }

  #of(rule: TestedRule): RuleFinding {
    const known = this.rules.get(rule);
    if (known) return known;
    const finding: RuleFinding = { seen: new Map(), open: new Map() };
    this.rules.set(rule, finding);
    return finding;
  }

  /**
   * Notes whether a part of a rule holds; one that was broken once stays broken.
   *
   * @param names What was looked at: each name counts once.
   */
  check(
    [rule, part]: RulePart,
    holds: boolean,
    exchange: Exchange,
    why: string,
    ...names: (string | readonly string[])[]
  ): boolean {
    const finding = this.#of(rule);
    if (!holds) {
      finding.broken ??= { why: printable(why), evidence: this.#evidenceOf(exchange) };
      return false;
    }
    finding.evidence ??= this.#evidenceOf(exchange);
    const seen = finding.seen.get(part) ?? new Set();
    finding.seen.set(part, seen);
    const named = names.flat();
    for (const name of named.length > 0 ? named : [`#${seen.size}`]) seen.add(name);
    return true;
  }

  /** Notes why nothing certain can be said of a part. */
  markInconclusive([rule, part]: RulePart, why: string): void {
    const { open } = this.#of(rule);
    if (!open.has(part)) open.set(part, printable(why));
  }

  isBroken(rule: TestedRule): boolean {
    return this.rules.get(rule)?.broken !== undefined;
  }

  /**
   * Whether a response is the success that was asked for. What the service could not do just then, or the credential may
   * not, says nothing of the rule.
   */
  checkSuccess(place: RulePart, exchange: Exchange): boolean {
    const { status } = exchange;
    if (isFailure(exchange) || status === 403) {
      this.markInconclusive(place, `${exchange.method} ${exchange.path} was answered ${status}`);
      return false;
    }
    return status === 200 || this.check(place, false, exchange, `it was answered ${status}`);
  }

  /** Compares a success with the description of its endpoint, and tells what is not as described. */
  compareWithSchema(endpoint: EndpointName, exchange: Exchange): SchemaComparison {
    const shape = compareWithSchema(endpoint, exchange.json);
    const times = shape.problems.filter(({ isTimestamp }) => isTimestamp);
    for (const { path } of times) this.check(['GEN-4', 'form'], false, exchange, `${path} is not such a timestamp`);
    if (times.length === 0 && shape.times > 0) {
      const names = Array.from({ length: Math.min(shape.times, maxFindings) }, (_, i) => `${exchange.path} ${i}`);
      this.check(['GEN-4', 'form'], true, exchange, '', names);
    }
    for (const found of shape.drift) {
      const key = JSON.stringify([endpoint, found]);
      if (this.#drift.size < maxFindings) this.#drift.set(key, { endpoint, ...found });
    }
    return shape;
  }

  /** The choice that the service makes. */
  decide<Name extends BehaviorName>(name: Name, value: Behavior[Name], ...exchanges: Exchange[]): void {
    this.behavior[name] = value;
    delete this.undecided[name];
    this.evidence[name] = exchanges.map((exchange) => this.#evidenceOf(exchange));
  }

  /** Why nothing certain can be said, with what was seen. */
  leaveUndecided(name: BehaviorName, why: string, ...exchanges: Exchange[]): void {
    delete this.behavior[name];
    this.undecided[name] = printable(why);
    if (exchanges.length > 0) this.evidence[name] = exchanges.map((exchange) => this.#evidenceOf(exchange));
  }

  #evidenceOf({ method, path, sent, status, text }: Exchange): Evidence {
    // Cut twice: what is looked through need not be all of 32 MiB.
    const body = this.#redact(text.slice(0, 10 * maxBodyLength));
    const told = body.length > maxBodyLength ? `${body.slice(0, maxBodyLength)}…` : body;
    return {
      request: printable(this.#redact(`${method} ${path}${sent === undefined ? '' : ` ${sent}`}`)),
      response: printable(`${status} ${told}`.trim()),
    };
  }
}
