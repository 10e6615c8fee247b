import { durationText } from '../platform/clock/duration-text.ts';
import type { LoggedRequest } from '../log/entry.ts';
import type { RequestEntry } from '../log/request-entry.ts';
import { distance, missesOf, type RequestFilter } from '../log/filter.ts';
import { drawDelay } from '../platform/delay.ts';
import type { Fault } from './fault.ts';
import { changesResponse, phaseOf } from './fault-effect.ts';
import { SeededRandom } from '../platform/seeded-random.ts';

/** A fault that was added. */
export interface FaultHandle {
  /** Identifies the fault in the request log and the control API, such as `fault-3`. */
  readonly id: string;
  readonly fault: Fault;
  /** The last 1,000 requests that the fault applied to, in order. */
  readonly requests: RequestEntry[];
  /** The number of requests that the fault will still apply to; `Infinity` for all. */
  readonly remaining: number;
  /** Explains why the fault has applied to no request yet, by the nearest request; `undefined` once it has applied. */
  whyUnused(): string | undefined;
  /** Removes the fault. */
  remove(): void;
}

/** A saved state of a fault. */
export interface FaultProgress {
  readonly active: ActiveFault;
  readonly remaining: number;
  readonly fitted: number;
  readonly drawn: number;
  readonly applied: readonly LoggedRequest[];
}

/** Maximum length of `requests`. A fault for every request must not keep all requests in memory. */
const maxRequests = 1000;

/** A fault and its use so far. */
export class ActiveFault {
  readonly handle: FaultHandle;
  readonly id: string;
  readonly fault: Fault;
  remaining: number;
  readonly #endsAt: number;
  readonly #random: SeededRandom;
  #applied: LoggedRequest[] = [];
  /** Number of matching requests, including those that the fault didn't apply to. */
  #fitted = 0;
  /** The request that differs least from the fault's filter. */
  #nearest: { readonly request: LoggedRequest; readonly misses: readonly string[] } | undefined;

  constructor(id: string, fault: Fault, now: number, seed: number, remove: (fault: ActiveFault) => void) {
    this.id = id;
    this.fault = fault;
    this.remaining = fault.times === null ? Number.POSITIVE_INFINITY : (fault.times ?? 1);
    this.#endsAt = now + (fault.forMs ?? Number.POSITIVE_INFINITY);
    this.#random = new SeededRandom(fault.seed ?? seed);
    this.handle = handleOf(this, () => remove(this));
  }

  get requests(): RequestEntry[] {
    return this.#applied.map((request) => request.view());
  }

  /** Whether the fault has applied to no request. Always false with a `probability`. */
  get isUnused(): boolean {
    return this.#applied.length === 0 && this.fault.probability === undefined;
  }

  whyUnused(): string | undefined {
    if (this.#applied.length > 0) return undefined;
    const { skip = 0, forMs } = this.fault;
    if (this.#fitted > 0) {
      const count = this.#fitted === 1 ? '1 request matches' : `${this.#fitted} requests match`;
      return this.#fitted <= skip
        ? `${count}, but it skips the first ${skip}.`
        : `${count}, but none was chosen by its probability.`;
    }
    if (!this.#nearest) {
      const missing =
        phaseOf(this.fault) === 'arrival'
          ? 'No request has arrived'
          : 'No request with a valid credential and a known path has arrived';
      const time = forMs === undefined ? '' : ` It is active for ${durationText(forMs)}.`;
      return `${missing} since it was added.${time}`;
    }
    const { request, misses } = this.#nearest;
    const { method, path } = request.view();
    if (misses.length === 0) return `${method} ${path} matches, but an earlier fault applied to it.`;
    return `The nearest request is ${method} ${path}: ${misses.map(asFaultMember).join('; ')}.`;
  }

  hasExpired(now: number): boolean {
    return now >= this.#endsAt;
  }

  /** Whether the filter matches a request. Records the nearest request for `whyUnused`. */
  fits(request: LoggedRequest): boolean {
    const misses = missesOf(filterOf(this.fault), request);
    if (!this.#nearest || distance(misses) < distance(this.#nearest.misses)) this.#nearest = { request, misses };
    return misses.length === 0;
  }

  /** Whether the fault applies to a request, by filter, `skip`, `every` and `probability`. Counts matching requests. */
  isDue(request: LoggedRequest): boolean {
    if (!this.fits(request)) return false;
    const { skip = 0, every = 1, probability } = this.fault;
    const turn = this.#fitted++ - skip;
    if (turn < 0 || turn % every !== 0) return false;
    return probability === undefined || this.#random.next() < probability;
  }

  /** Records that the fault applies to a request. Returns the delay in milliseconds. */
  apply(request: LoggedRequest): number {
    this.#applied.push(request);
    if (this.#applied.length > maxRequests) this.#applied.shift();
    this.remaining--;
    return drawDelay(this.fault.delayMs ?? 0, this.#random);
  }

  /** Whether the fault only delays all matching requests, so that later faults apply too. */
  get isBackgroundDelay(): boolean {
    const { times } = this.fault;
    return (times === null || times === Number.POSITIVE_INFINITY) && !changesResponse(this.fault);
  }

  progress(): FaultProgress {
    const { remaining } = this;
    return { active: this, remaining, fitted: this.#fitted, drawn: this.#random.state, applied: [...this.#applied] };
  }

  restore({ remaining, fitted, drawn, applied }: FaultProgress): void {
    this.remaining = remaining;
    this.#fitted = fitted;
    this.#random.state = drawn;
    this.#applied = [...applied];
  }
}

/** Returns a fault without the members that only the service needs. */
function handleOf(active: ActiveFault, remove: () => void): FaultHandle {
  return {
    id: active.id,
    fault: active.fault,
    get requests() {
      return active.requests;
    },
    get remaining() {
      return active.remaining;
    },
    whyUnused: () => active.whyUnused(),
    remove,
  };
}

/** Renames `body` in a miss, because the `body` of a fault is the response's. */
function asFaultMember(miss: string): string {
  return miss.replace(/^body\b/, 'requestBody');
}

/** Returns the filter of a fault. */
function filterOf({ requestBody, ...fault }: Fault): RequestFilter {
  const { endpoint, tenant, apiKey, projectId, issueNumber, query, path, matches } = fault;
  return { endpoint, tenant, apiKey, projectId, issueNumber, query, path, body: requestBody, matches };
}
