import { type Behavior, behaviorOptions } from '@issue-tracking/mock';
import { entriesOf, isJsonObject, isText, itemOf } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import { type Aspect, absentInIssues, isAbsent } from './aspects.ts';
import type { BehaviorName, Findings } from './findings.ts';

/** Whether the mock with a value of an option responds as the service did. */
export type Fits = (behavior: Partial<Behavior>, aspect: Aspect) => Promise<boolean>;

/**
 * The values of each behavior option that no response has refuted. Elimination alone is no proof: an option is decided only by
 * probes that can refute all of its values.
 */
export class Choices {
  readonly #left = new Map<BehaviorName, readonly unknown[]>();
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
    if (fitting.length === 1) behavior[name] = fitting[0];
    else undecided[name] = reason(fitting);
    return fitting[0];
  }
}

function reason(fitting: readonly unknown[]): string {
  if (fitting.length === 0) return 'the responses match no value';
  return `the responses match ${fitting.map((value) => JSON.stringify(value)).join(' and ')}`;
}

/** Values beside an option's choices, some of which only the response can name. */
const named: Partial<Record<BehaviorName, (real: Exchange) => readonly unknown[]>> = {
  commentText: () => ['lf', 'nfc'],
  statusRejection: ({ status, json }) =>
    status < 400 || !isJsonObject(json)
      ? []
      : [
          {
            status,
            ...(isText(json['error']) && { error: json['error'] }),
            ...(Array.isArray(json['details']) && { details: true }),
          },
        ],
};

/** Whether a response may fit a value of an option by chance. */
export function isByChance(name: BehaviorName, real: Exchange): boolean {
  const times = new Set(entriesOf(real).map(({ createdAt }) => createdAt));
  // Of six issues, an order fits by chance in less than 1 % of cases.
  if (name === 'issueOrder') return times.size < 6;
  // Entries of the same time may have any order (GAP-52).
  if (name === 'commentOrder') return times.size < Math.max(2, entriesOf(real).length);
  // A service may write absent values in different forms.
  return name === 'absentValues' && absentInIssues.filter((member) => isAbsent(itemOf(real)[member])).length < 2;
}
