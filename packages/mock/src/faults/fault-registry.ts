import type { MockClock } from '../clock/clock.ts';
import type { LoggedRequest, RequestEntry } from '../request-log/logged-request.ts';
import { distance, missesOf, type RequestFilter } from '../request-log/request-filter.ts';
import { drawDelay, SeededRandom } from './delay.ts';
import { type Fault, parseFault } from './fault.ts';

/** A fault in place. */
export interface FaultHandle {
  /** What entries of the request log and the control API call it: `fault-3`. */
  readonly id: string;
  readonly fault: Fault;
  /** The last 1,000 requests it has touched, in order. */
  readonly report: RequestEntry[];
  /** How many it will still touch. */
  readonly left: number;
  /** Why it has touched nothing yet, for people: what the request that comes nearest lacks; `undefined` once it has. */
  whyUnused(): string | undefined;
  /** Takes it out. */
  remove(): void;
}

/** A fault that touches a request, its delay drawn. */
export interface DueFault extends Fault {
  readonly id: string;
  readonly delayMs: number;
}

/** Scripted failures, first come, first served: a request is touched by the first one that fits it. */
export interface Faults {
  /** @throws TypeError for a fault that makes no sense, or that the way in use can't carry out. */
  add(fault: Fault): FaultHandle;
  /** Those that will still touch a request. */
  list(): FaultHandle[];
  /** Those in place, and the last 1,000 that are used up or whose time has passed: their reports outlast them. */
  all(): FaultHandle[];
  /**
   * Those that have touched no request yet: at the end of a test, the ones that nothing was asked for. Those with a
   * `probability` are left out, as they need not touch any.
   */
  unused(): FaultHandle[];
  /** Takes all of them out. */
  clear(): void;
}

/** A fault in place, as a handle shows it. */
class PlacedFault implements FaultHandle {
  readonly id: string;
  readonly fault: Fault;
  readonly #registry: FaultRegistry;
  touched: LoggedRequest[] = [];
  left: number;
  /** How many requests fitted it, touched or not. */
  fitted = 0;
  readonly endsAt: number;
  readonly random: SeededRandom;
  /** Of the requests that did not fit it, the one that differs least. */
  #nearest: { readonly request: LoggedRequest; readonly misses: readonly string[] } | undefined;

  constructor(id: string, fault: Fault, registry: FaultRegistry, now: number, seed: number) {
    this.id = id;
    this.fault = fault;
    this.endsAt = now + (fault.forMs ?? Number.POSITIVE_INFINITY);
    this.#registry = registry;
    this.random = new SeededRandom(fault.seed ?? seed);
    this.left = fault.times === null ? Number.POSITIVE_INFINITY : (fault.times ?? 1);
  }

  get report(): RequestEntry[] {
    return this.touched.map((request) => request.view());
  }

  remove(): void {
    this.#registry.remove(this);
  }

  whyUnused(): string | undefined {
    if (this.touched.length > 0) return undefined;
    if (this.fitted > 0) return `${this.fitted} requests fit it, and it skips the first ${this.fault.skip}.`;
    if (!this.#nearest) {
      const asked = this.fault.when === 'arrival' ? 'No request' : 'No request with a valid credential';
      return `${asked} has come since it was added.`;
    }
    const { request, misses } = this.#nearest;
    const { method, path } = request.view();
    if (misses.length === 0) return `${method} ${path} fits it, but a fault added earlier touched that.`;
    return `The nearest request is ${method} ${path}: ${misses.map(inWordsOfFault).join('; ')}.`;
  }

  /** Whether the request is one that it is meant for; if not, `whyUnused` may tell of it. */
  fits(request: LoggedRequest): boolean {
    const misses = missesOf(addressOf(this.fault), request);
    if (!this.#nearest || distance(misses) < distance(this.#nearest.misses)) this.#nearest = { request, misses };
    return misses.length === 0;
  }

  /** Counts the request if it fits. */
  touches(request: LoggedRequest): boolean {
    if (!this.fits(request)) return false;
    const { skip = 0, every = 1, probability } = this.fault;
    const turn = this.fitted++ - skip;
    if (turn < 0 || turn % every !== 0) return false;
    return probability === undefined || this.random.next() < probability;
  }
}

/** A filter calls it `body`, which of a fault is that of the answer. */
function inWordsOfFault(miss: string): string {
  return miss.replace(/^body\b/, 'requestBody');
}

/** How many faults that touch nothing any more are kept for their reports. */
const maxSpent = 1000;

/** How many requests a report has at most: a fault for every request must not keep them all. */
const maxReport = 1000;

/** The requests that a fault is meant for. */
function addressOf({
  endpoint,
  apiKey,
  projectId,
  issueNumber,
  query,
  path,
  requestBody,
  matches,
}: Fault): RequestFilter {
  return { endpoint, apiKey, projectId, issueNumber, query, path, body: requestBody, matches };
}

/** A slow service may fail as well: such a fault leaves the request to those after it. */
function isStandingDelay({ times, delayMs, status, headers, body, drop, truncate }: Fault): boolean {
  const isStanding = times === null || times === Number.POSITIVE_INFINITY;
  const rest = [status, headers, body, drop || undefined, truncate];
  return isStanding && delayMs !== undefined && rest.every((member) => member === undefined);
}

/** Which faults were in place, and how far each had come. */
export interface FaultsSnapshot {
  readonly added: number;
  readonly spent: readonly PlacedFault[];
  readonly placed: readonly {
    readonly placed: PlacedFault;
    readonly left: number;
    readonly fitted: number;
    readonly drawn: number;
    readonly touched: readonly LoggedRequest[];
  }[];
}

/** The faults in place. */
export class FaultRegistry implements Faults {
  #placed: PlacedFault[] = [];
  /** Used up or past their time, oldest first. */
  #spent: PlacedFault[] = [];
  readonly #clock: MockClock;
  readonly #seed: number;
  readonly #onChange: () => void;
  /** How many there have been: each draws from a seed of its own. */
  #added = 0;
  /** Unlike that number it doesn't go back with a snapshot: an id comes once. */
  #named = 0;
  readonly #guards: ((fault: Fault) => void)[] = [];

  constructor(clock: MockClock, seed: number, onChange: () => void) {
    this.#clock = clock;
    this.#seed = seed;
    this.#onChange = onChange;
  }

  add(given: Fault): FaultHandle {
    const fault = parseFault(given);
    for (const guard of this.#guards) guard(fault);
    const seed = this.#seed * 1_000_003 + this.#added++;
    const placed = new PlacedFault(`fault-${++this.#named}`, fault, this, this.#clock.now(), seed);
    this.#placed.push(placed);
    this.#onChange();
    return placed;
  }

  list(): FaultHandle[] {
    return this.#standing();
  }

  all(): FaultHandle[] {
    const standing = this.#standing();
    return [...this.#spent, ...standing];
  }

  unused(): FaultHandle[] {
    return this.#standing().filter(({ fault, touched }) => touched.length === 0 && fault.probability === undefined);
  }

  clear(): void {
    for (const placed of this.#placed) this.remove(placed);
    this.#spent = [];
    this.#onChange();
  }

  remove(placed: PlacedFault): void {
    placed.left = 0;
    this.#placed = this.#placed.filter((other) => other !== placed);
    this.#spent = this.#spent.filter((other) => other !== placed);
    this.#onChange();
  }

  /** Takes one out that has come to its end. */
  #spend(placed: PlacedFault): void {
    this.remove(placed);
    this.#spent = [...this.#spent.slice(1 - maxSpent), placed];
  }

  /** Has every fault, those in place and those to come, pass an adapter's check of what it can carry out. */
  guard(guard: (fault: Fault) => void): void {
    for (const { fault } of this.#placed) guard(fault);
    this.#guards.push(guard);
  }

  /** Whether a fault looks at the bodies of requests, which must then be read first. */
  get looksAtBodies(): boolean {
    return this.#placed.some(({ fault }) => fault.requestBody !== undefined || fault.matches !== undefined);
  }

  /**
   * The fault that touches a request, if one does; the delays that stand before it are added to its own. Asked twice for
   * each request: on its arrival, and once it has a route and a caller.
   */
  take(request: LoggedRequest, moment: 'arrival' | 'admitted'): DueFault | undefined {
    if (this.#placed.length === 0) return undefined;
    let delayMs = 0;
    let standing: PlacedFault | undefined;
    const asked = this.#standing().filter(({ fault }) => (fault.when === 'arrival') === (moment === 'arrival'));
    for (const [place, placed] of asked.entries()) {
      if (!placed.touches(request)) continue;
      placed.touched.push(request);
      if (placed.touched.length > maxReport) placed.touched.shift();
      placed.left--;
      if (placed.left === 0) this.#spend(placed);
      else this.#onChange();
      const { id, fault } = placed;
      delayMs += drawDelay(fault.delayMs ?? 0, placed.random);
      if (!isStandingDelay(fault)) {
        for (const later of asked.slice(place + 1)) later.fits(request);
        return { ...fault, id, delayMs };
      }
      standing ??= placed;
    }
    return standing && { ...standing.fault, id: standing.id, delayMs };
  }

  /** Those whose time has not passed. */
  #standing(): PlacedFault[] {
    const now = this.#clock.now();
    for (const placed of this.#placed) if (now >= placed.endsAt) this.#spend(placed);
    return [...this.#placed];
  }

  snapshot(): FaultsSnapshot {
    return {
      added: this.#added,
      spent: this.#spent,
      placed: this.#placed.map((placed) => ({
        placed,
        left: placed.left,
        fitted: placed.fitted,
        drawn: placed.random.state,
        touched: [...placed.touched],
      })),
    };
  }

  restore(snapshot: FaultsSnapshot): void {
    this.clear();
    this.#added = snapshot.added;
    this.#spent = [...snapshot.spent];
    this.#placed = snapshot.placed.map(({ placed, left, fitted, drawn, touched }) => {
      placed.random.state = drawn;
      return Object.assign(placed, { left, fitted, touched: [...touched] });
    });
  }
}
