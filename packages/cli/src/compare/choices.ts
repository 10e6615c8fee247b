import { type Behavior, behaviorOptions } from '@issue-tracking/mock';
import { entriesOf, isJsonObject, isText, itemOf } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { absentInIssues, isAbsent } from './answers.ts';
import type { Aspect } from './aspects.ts';
import type { BehaviorName, Findings } from './findings.ts';

/** Whether the mock with a value of an option responds as the service did. */
export type Fits = (behavior: Partial<Behavior>, aspect: Aspect) => Promise<boolean>;

export const tooFew = 'the data shows too few examples';

/**
 * The values of each behavior option that no response has refuted. Elimination alone is no proof: an option is decided only by
 * probes that can refute all of its values.
 */
export class Choices {
  /** No entry until a response refutes a value. */
  readonly #left = new Map<BehaviorName, readonly unknown[]>();
  /** The number of orders that each list read for an option could have had, by path. */
  readonly #orders = new Map<BehaviorName, Map<string, number>>();
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /**
   * Removes the values of an option with which the mock responds otherwise, and records the decision. Returns the first value left;
   * `undefined` if there is none, or if no response has refuted any.
   */
  async narrow(name: BehaviorName, aspect: Aspect, real: Exchange, fits: Fits): Promise<unknown> {
    const fitting = async (values: readonly unknown[]) => {
      const found: unknown[] = [];
      for (const value of values) if (await fits({ [name]: value }, aspect)) found.push(value);
      return found;
    };
    const earlier = this.#left.get(name);
    const candidates: readonly unknown[] = earlier ?? behaviorOptions[name].choices;
    let left = await fitting(candidates);
    if (!earlier) {
      // A response that every value explains shows nothing.
      if (left.length === candidates.length) return undefined;
      if (left.length === 0) left = await fitting(furtherValues(name, real));
    }
    this.#left.set(name, left);
    this.#record(name, left, real);
    return left[0];
  }

  #record(name: BehaviorName, left: readonly unknown[], real: Exchange): void {
    const { behavior, undecided, evidence } = this.#findings;
    evidence[name] = [...(evidence[name] ?? []), this.#findings.evidenceOf(real)];
    delete behavior[name];
    delete undecided[name];
    const why = this.#whyUndecided(name, left, real);
    if (why === undefined) behavior[name] = left[0];
    else undecided[name] = why;
  }

  #whyUndecided(name: BehaviorName, left: readonly unknown[], real: Exchange): string | undefined {
    if (left.length === 1) return this.#isPerhapsChance(name, real) ? tooFew : undefined;
    if (left.length > 1) return `the responses match ${left.map((value) => JSON.stringify(value)).join(' and ')}`;
    return `the responses match no value, such as ${this.#findings.evidenceOf(real).response.slice(0, 80)}`;
  }

  /** Whether the lists read so far would be in the only order left by chance in more than 1 % of cases. */
  #isPerhapsChance(name: BehaviorName, real: Exchange): boolean {
    if (name !== 'issueOrder' && name !== 'commentOrder') return false;
    const orders = this.#orders.get(name) ?? new Map<string, number>();
    this.#orders.set(name, orders.set(real.path, factorial(timesIn(real).size)));
    return [...orders.values()].reduce((product, count) => product * count, 1) < 100;
  }
}

/** Returns values besides an option's choices that the response suggests: its own status, without and with its text. */
function furtherValues(name: BehaviorName, { status, json }: Exchange): readonly unknown[] {
  if (name !== 'statusRejection' || status < 400 || !isJsonObject(json)) return [];
  const text = isText(json['error']) && { error: json['error'] };
  const details = Array.isArray(json['details']) && { details: true };
  return [
    { status, ...details },
    { status, ...text, ...details },
  ];
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

function timesIn(real: Exchange): Set<unknown> {
  return new Set(entriesOf(real).map(({ createdAt }) => createdAt));
}

/** Whether a response shows nothing of an option. */
export function showsNothing(name: BehaviorName, real: Exchange): boolean {
  // Entries of the same time may have any order (GAP-52).
  if (name === 'commentOrder') return timesIn(real).size < Math.max(2, entriesOf(real).length);
  // A service may write absent values in different forms.
  return name === 'absentValues' && absentInIssues.filter((member) => isAbsent(itemOf(real)[member])).length < 2;
}
