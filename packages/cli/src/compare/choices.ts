import { type Behavior, behaviorOptions } from '@issue-tracking/mock';
import { entriesOf, isJsonObject, isText, itemOf } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { absentInIssues, isAbsent } from './answers.ts';
import type { Aspect } from './aspects.ts';
import type { BehaviorName, Evidence, Findings } from './findings.ts';

/** Whether the mock with a value of an option responds as the service did. */
export type Fits = (behavior: Partial<Behavior>, aspect: Aspect) => Promise<boolean>;

/**
 * The values of each behavior option that no response has refuted. Elimination alone is no proof: an option is decided only by
 * probes that can refute all of its values.
 */
export class Choices {
  readonly #left = new Map<BehaviorName, readonly unknown[]>();
  /** The number of orders that each list read for an option could have had, by path. */
  readonly #orders = new Map<BehaviorName, Map<string, number>>();
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** Removes the values of an option with which the mock responds otherwise. Returns the first one left. */
  async narrow(name: BehaviorName, aspect: Aspect, real: Exchange, fits: Fits): Promise<unknown> {
    const { behavior, undecided, evidence } = this.#findings;
    const left = this.#left.get(name);
    const candidates: readonly unknown[] = left ?? behaviorOptions[name].choices;
    const filter = async (values: readonly unknown[]) => {
      const fitting: unknown[] = [];
      for (const value of values) if (await fits({ [name]: value }, aspect)) fitting.push(value);
      return fitting;
    };
    let fitting = await filter(candidates);
    if (left === undefined && fitting.length === 0) fitting = await filter(named[name]?.(real) ?? []);
    // A response that every value explains shows nothing.
    if (left === undefined && fitting.length === candidates.length) return undefined;
    this.#left.set(name, fitting);
    evidence[name] = [...(evidence[name] ?? []), this.#findings.evidenceOf(real)];
    delete behavior[name];
    delete undecided[name];
    if (fitting.length !== 1) undecided[name] = reason(fitting, this.#findings.evidenceOf(real));
    else if (this.#isByChance(name, real)) undecided[name] = tooFew;
    else behavior[name] = fitting[0];
    return fitting[0];
  }

  /** Whether the lists read so far may be in the order of a value by chance, in more than 1 % of cases. */
  #isByChance(name: BehaviorName, real: Exchange): boolean {
    if (name !== 'issueOrder' && name !== 'commentOrder') return false;
    const orders = this.#orders.get(name) ?? new Map<string, number>();
    this.#orders.set(name, orders.set(real.path, factorial(timesIn(real).size)));
    return [...orders.values()].reduce((all, one) => all * one, 1) < 100;
  }
}

export const tooFew = 'the data shows too few examples';

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

function timesIn(real: Exchange): Set<unknown> {
  return new Set(entriesOf(real).map(({ createdAt }) => createdAt));
}

function reason(fitting: readonly unknown[], { response }: Evidence): string {
  if (fitting.length === 0) return `the responses match no value, such as ${response.slice(0, 80)}`;
  return `the responses match ${fitting.map((value) => JSON.stringify(value)).join(' and ')}`;
}

/** Values beside an option's choices, some of which only the response can name. */
const named: Partial<Record<BehaviorName, (real: Exchange) => readonly unknown[]>> = {
  statusRejection: ({ status, json }) =>
    status < 400 || !isJsonObject(json)
      ? []
      : [
          { status, ...(Array.isArray(json['details']) && { details: true }) },
          {
            status,
            ...(isText(json['error']) && { error: json['error'] }),
            ...(Array.isArray(json['details']) && { details: true }),
          },
        ],
};

/** Whether a response shows nothing of an option. */
export function showsNothing(name: BehaviorName, real: Exchange): boolean {
  // Entries of the same time may have any order (GAP-52).
  if (name === 'commentOrder') return timesIn(real).size < Math.max(2, entriesOf(real).length);
  // A service may write absent values in different forms.
  return name === 'absentValues' && absentInIssues.filter((member) => isAbsent(itemOf(real)[member])).length < 2;
}
