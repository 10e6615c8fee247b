import type { Entry } from '../log/entry.ts';
import { distance, missesOf, type RequestFilter } from '../log/filter.ts';
import type { RequestEntry } from '../log/request-entry.ts';
import { durationText } from '../platform/clock/duration-text.ts';
import { drawDelay } from '../platform/delay.ts';
import { SeededRandom } from '../platform/seeded-random.ts';
import type { Fault } from './fault.ts';
import { changesResponse, phaseOf } from './fault-effect.ts';

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

/** A fault and its use so far. */
export interface FaultState {
  readonly id: string;
  readonly fault: Fault;
  /** The same object for all copies of this state. */
  readonly handle: FaultHandle;
  /** Makes the handle show a state: that of the service, of all the copies. */
  readonly show: (state: FaultState) => void;
  /** Time at which the fault expires. */
  readonly endsAt: number;
  /** 0 for a fault that is used up, expired or removed. */
  remaining: number;
  /** Whether it is switched off for the time being. */
  isOff: boolean;
  /** Number of matching requests, including those that the fault didn't apply to. */
  fitted: number;
  /** Position in its random numbers. */
  random: number;
  readonly applied: Entry[];
  /** The request that differs least from the fault's filter. */
  nearest: { readonly entry: Entry; readonly misses: readonly string[] } | undefined;
}

/** Maximum length of `requests`. A fault for every request must not keep all requests in memory. */
const maxRequests = 1000;

export function createFaultState(
  id: string,
  fault: Fault,
  now: number,
  seed: number,
  remove: (handle: FaultHandle) => void,
): FaultState {
  let shown: FaultState;
  const handle: FaultHandle = {
    id,
    fault,
    get requests() {
      return shown.applied.map((entry) => entry.view());
    },
    get remaining() {
      return shown.remaining;
    },
    whyUnused: () => whyUnused(shown),
    remove: () => remove(handle),
  };
  shown = {
    id,
    fault,
    handle,
    show: (state) => {
      shown = state;
    },
    endsAt: now + (fault.forMs ?? Number.POSITIVE_INFINITY),
    remaining: fault.times === null ? Number.POSITIVE_INFINITY : (fault.times ?? 1),
    isOff: false,
    fitted: 0,
    random: new SeededRandom(fault.seed ?? seed).state,
    applied: [],
    nearest: undefined,
  };
  return shown;
}

export function copyOfFault(state: FaultState): FaultState {
  return { ...state, applied: [...state.applied] };
}

/** Whether the filter matches a request. Records the nearest request for `whyUnused`. */
export function fits(state: FaultState, entry: Entry): boolean {
  const misses = missesOf(filterOf(state.fault), entry);
  if (!state.nearest || distance(misses) < distance(state.nearest.misses)) state.nearest = { entry, misses };
  return misses.length === 0;
}

/** Whether the fault applies to a request, by filter, `skip`, `every` and `probability`. Counts matching requests. */
export function isDue(state: FaultState, entry: Entry): boolean {
  if (!fits(state, entry)) return false;
  const { skip = 0, every = 1, probability } = state.fault;
  const turn = state.fitted++ - skip;
  if (turn < 0 || turn % every !== 0) return false;
  return probability === undefined || drawn(state, (random) => random.next()) < probability;
}

/** Records that the fault applies to a request. Returns the delay in milliseconds. */
export function use(state: FaultState, entry: Entry): number {
  state.applied.push(entry);
  if (state.applied.length > maxRequests) state.applied.shift();
  state.remaining--;
  return drawn(state, (random) => drawDelay(state.fault.delayMs ?? 0, random));
}

/** Whether the fault only delays all matching requests, so that later faults apply too. */
export function isBackgroundDelay({ fault }: FaultState): boolean {
  return (fault.times === null || fault.times === Number.POSITIVE_INFINITY) && !changesResponse(fault);
}

function drawn<Value>(state: FaultState, draw: (random: SeededRandom) => Value): Value {
  const random = new SeededRandom(state.random);
  const value = draw(random);
  state.random = random.state;
  return value;
}

function whyUnused({ fault, applied, fitted, nearest }: FaultState): string | undefined {
  if (applied.length > 0) return undefined;
  const { skip = 0, forMs } = fault;
  if (fitted > 0) {
    const count = fitted === 1 ? '1 request matches' : `${fitted} requests match`;
    return fitted <= skip
      ? `${count}, but it skips the first ${skip}.`
      : `${count}, but none was chosen by its probability.`;
  }
  if (!nearest) {
    const missing =
      phaseOf(fault) === 'arrival'
        ? 'No request has arrived'
        : 'No request with a valid credential and a known path has arrived';
    const time = forMs === undefined ? '' : ` It is active for ${durationText(forMs)}.`;
    return `${missing} since it was added.${time}`;
  }
  const { entry, misses } = nearest;
  const { method, path } = entry.view();
  if (misses.length === 0) return `${method} ${path} matches, but an earlier fault applied to it.`;
  return `The nearest request is ${method} ${path}: ${misses.map(asFaultMember).join('; ')}.`;
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
