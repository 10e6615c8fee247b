import type { EndpointName } from '@issue-tracking/model';
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
  /** Takes all of them out. */
  clear(): void;
}

/** A fault in place, as a handle shows it. */
class PlacedFault implements FaultHandle {
  readonly fault: Fault;
  readonly #registry: FaultRegistry;
  touched: OpenEntry[] = [];
  left: number;

  constructor(fault: Fault, registry: FaultRegistry) {
    this.fault = fault;
    this.#registry = registry;
    this.left = fault.times === null ? Number.POSITIVE_INFINITY : (fault.times ?? 1);
  }

  get report(): RequestEntry[] {
    return this.touched.map((entry) => ({ ...entry }));
  }

  remove(): void {
    this.#registry.remove(this);
  }
}

/** Which faults were in place, and how far each had come. */
export type FaultsSnapshot = readonly {
  readonly placed: PlacedFault;
  readonly left: number;
  readonly touched: OpenEntry[];
}[];

/** The faults in place. */
export class FaultRegistry implements Faults {
  #placed: PlacedFault[] = [];
  readonly #guards: ((fault: Fault) => void)[] = [];

  add(given: Fault): FaultHandle {
    const fault = parseFault(given);
    for (const guard of this.#guards) guard(fault);
    const placed = new PlacedFault(fault, this);
    this.#placed.push(placed);
    return placed;
  }

  list(): FaultHandle[] {
    return [...this.#placed];
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

  /** The fault that touches a request, if one does. */
  take(endpoint: EndpointName, credential: string, entry: OpenEntry): Fault | undefined {
    const placed = this.#placed.find(
      ({ fault }) => (fault.endpoint ?? endpoint) === endpoint && (fault.apiKey ?? credential) === credential,
    );
    if (!placed) return undefined;
    placed.touched.push(entry);
    placed.left--;
    if (placed.left === 0) this.remove(placed);
    return placed.fault;
  }

  snapshot(): FaultsSnapshot {
    return this.#placed.map((placed) => ({ placed, left: placed.left, touched: [...placed.touched] }));
  }

  restore(snapshot: FaultsSnapshot): void {
    this.clear();
    this.#placed = snapshot.map(({ placed, left, touched }) => Object.assign(placed, { left, touched: [...touched] }));
  }
}
