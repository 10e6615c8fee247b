import type { EndpointName } from '@issue-tracking/model';
import type { MockClock } from '../clock/clock.ts';
import type { OpenEntry, RequestEntry } from '../request-log/journal.ts';
import { type Fault, parseFault } from './fault.ts';

/** A fault in place. */
export interface FaultHandle {
  readonly fault: Fault;
  /** The requests it has touched, in order. */
  readonly report: RequestEntry[];
  /** How many it will still touch. */
  readonly left: number;
  /** Takes it out. */
  remove(): void;
}

/** Scripted failures, first come, first served: a request is touched by the first one that fits it. */
export interface Faults {
  /** @throws TypeError for a fault that makes no sense, or that the way in use can't carry out. */
  add(fault: Fault): FaultHandle;
  /** Those that will still touch a request. */
  list(): FaultHandle[];
  /** Those that have touched no request yet: at the end of a test, the ones that nothing was asked for. */
  unused(): FaultHandle[];
  /** Takes all of them out. */
  clear(): void;
}

/** A fault in place, as a handle shows it. */
class PlacedFault implements FaultHandle {
  readonly fault: Fault;
  readonly #registry: FaultRegistry;
  touched: OpenEntry[] = [];
  left: number;
  /** How many requests fitted it, touched or not. */
  fitted = 0;
  readonly endsAt: number;

  constructor(fault: Fault, registry: FaultRegistry, now: number) {
    this.fault = fault;
    this.endsAt = now + (fault.forMs ?? Number.POSITIVE_INFINITY);
    this.#registry = registry;
    this.left = fault.times === null ? Number.POSITIVE_INFINITY : (fault.times ?? 1);
  }

  get report(): RequestEntry[] {
    return this.touched.map((entry) => ({ ...entry }));
  }

  remove(): void {
    this.#registry.remove(this);
  }

  /** Counts the request if it fits. */
  touches(request: FaultRequest, entry: OpenEntry): boolean {
    if (!fits(this.fault, request, entry)) return false;
    const { skip = 0, every = 1 } = this.fault;
    const turn = this.fitted++ - skip;
    return turn >= 0 && turn % every === 0;
  }
}

/** What a fault is told of a request besides its entry in the log. */
export interface FaultRequest {
  readonly endpoint: EndpointName;
  readonly credential: string;
  /** As they stand in the path, undecoded. */
  readonly params: Readonly<Record<string, string>>;
}

function fits(fault: Fault, { endpoint, credential, params }: FaultRequest, entry: OpenEntry): boolean {
  const { projectId, issueNumber, query = {}, matches } = fault;
  return (
    (fault.endpoint ?? endpoint) === endpoint &&
    (fault.apiKey ?? credential) === credential &&
    (projectId === undefined ||
      params['projectId'] === projectId ||
      params['projectId'] === encodeURIComponent(projectId)) &&
    (issueNumber === undefined || params['issueNumber'] === String(issueNumber)) &&
    Object.entries(query).every(([name, value]) => new URLSearchParams(entry.search).getAll(name).includes(value)) &&
    (matches === undefined || matches({ ...entry }))
  );
}

/** A slow service may fail as well: such a fault leaves the request to those after it. */
function isStandingDelay({ times, delayMs, status, headers, body, drop, truncate }: Fault): boolean {
  const isStanding = times === null || times === Number.POSITIVE_INFINITY;
  const rest = [status, headers, body, drop || undefined, truncate];
  return isStanding && delayMs !== undefined && rest.every((member) => member === undefined);
}

/** Which faults were in place, and how far each had come. */
export type FaultsSnapshot = readonly {
  readonly placed: PlacedFault;
  readonly left: number;
  readonly fitted: number;
  readonly touched: OpenEntry[];
}[];

/** The faults in place. */
export class FaultRegistry implements Faults {
  #placed: PlacedFault[] = [];
  readonly #clock: MockClock;
  readonly #guards: ((fault: Fault) => void)[] = [];

  constructor(clock: MockClock) {
    this.#clock = clock;
  }

  add(given: Fault): FaultHandle {
    const fault = parseFault(given);
    for (const guard of this.#guards) guard(fault);
    const placed = new PlacedFault(fault, this, this.#clock.now());
    this.#placed.push(placed);
    return placed;
  }

  list(): FaultHandle[] {
    return this.#standing();
  }

  unused(): FaultHandle[] {
    return this.#standing().filter(({ touched }) => touched.length === 0);
  }

  clear(): void {
    for (const placed of this.#placed) this.remove(placed);
  }

  remove(placed: PlacedFault): void {
    placed.left = 0;
    this.#placed = this.#placed.filter((other) => other !== placed);
  }

  /** Has every fault, those in place and those to come, pass an adapter's check of what it can carry out. */
  guard(guard: (fault: Fault) => void): void {
    for (const { fault } of this.#placed) guard(fault);
    this.#guards.push(guard);
  }

  /** The fault that touches a request, if one does; the delays that stand before it are added to its own. */
  take(request: FaultRequest, entry: OpenEntry): Fault | undefined {
    let delayMs = 0;
    let standing: Fault | undefined;
    for (const placed of this.#standing()) {
      if (!placed.touches(request, entry)) continue;
      placed.touched.push(entry);
      placed.left--;
      if (placed.left === 0) this.remove(placed);
      const { fault } = placed;
      delayMs += fault.delayMs ?? 0;
      if (!isStandingDelay(fault)) return { ...fault, delayMs };
      standing ??= fault;
    }
    return standing && { ...standing, delayMs };
  }

  /** Those whose time has not passed. */
  #standing(): PlacedFault[] {
    const now = this.#clock.now();
    for (const placed of this.#placed) if (now >= placed.endsAt) this.remove(placed);
    return [...this.#placed];
  }

  snapshot(): FaultsSnapshot {
    return this.#placed.map((placed) => ({
      placed,
      left: placed.left,
      fitted: placed.fitted,
      touched: [...placed.touched],
    }));
  }

  restore(snapshot: FaultsSnapshot): void {
    this.clear();
    this.#placed = snapshot.map(({ placed, left, fitted, touched }) =>
      Object.assign(placed, { left, fitted, touched: [...touched] }),
    );
  }
}
