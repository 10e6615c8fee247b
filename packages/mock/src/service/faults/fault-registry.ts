import type { MockClock } from '../../platform/clock/clock.ts';
import type { LoggedRequest } from '../request-log/logged-request.ts';
import { scenarioFaults } from '../settings/scenarios.ts';
import { type Fault, parseFault } from './fault.ts';
import { type Moment, momentOf, type TouchingFault } from './fault-effect.ts';
import { type FaultHandle, type FaultProgress, PlacedFault } from './placed-fault.ts';

/** The faults in place. To a request, the first one that fits it applies. */
export interface Faults {
  /**
   * Adds a fault, and returns its handle.
   *
   * @param fault The requests that it applies to, and its effect. `{ status: 503 }` fails the next request.
   *
   * @throws TypeError for a fault that makes no sense, or that the adapter in use can't carry out.
   */
  add(fault: Fault): FaultHandle;
  /** The faults that are not used up. */
  list(): FaultHandle[];
  /** The faults in place, and the last 1,000 that are used up or expired, with their reports. */
  all(): FaultHandle[];
  /**
   * The faults that have applied to no request, in place or expired. Faults with a `probability` and removed ones are not among
   * them.
   */
  unused(): FaultHandle[];
  /** Removes all faults. */
  clear(): void;
}

const none: readonly PlacedFault[] = [];

/** How many faults that touch nothing any more are kept for their reports. */
const maxSpent = 1000;

/** Which faults were in place, and how far each had come. */
export interface FaultsSnapshot {
  readonly added: number;
  readonly spent: readonly PlacedFault[];
  readonly placed: readonly FaultProgress[];
}

/** The faults in place. */
export class FaultRegistry implements Faults {
  #placed: PlacedFault[] = [];
  /** Used up or past their time, oldest first. */
  #spent: PlacedFault[] = [];
  readonly #clock: MockClock;
  readonly #seed: number;
  readonly #onChange: (what: 'set' | 'use') => void;
  /** How many there have been: each draws from a seed of its own. */
  #added = 0;
  /** Unlike that number it doesn't go back with a snapshot: an id comes once. */
  #named = 0;
  readonly #guards: ((fault: Fault) => void)[] = [];

  /** @param onChange Called when a fault comes or goes (`set`), and when one applies to a request (`use`). */
  constructor(clock: MockClock, seed: number, onChange: (what: 'set' | 'use') => void) {
    this.#clock = clock;
    this.#seed = seed;
    this.#onChange = onChange;
  }

  add(given: Fault): FaultHandle {
    const fault = parseFault(given);
    for (const guard of this.#guards) guard(fault);
    const seed = this.#seed * 1_000_003 + this.#added++;
    const placed = new PlacedFault(`fault-${++this.#named}`, fault, this.#clock.now(), seed, (gone) =>
      this.#remove(gone),
    );
    this.#placed.push(placed);
    this.#onChange('set');
    return placed;
  }

  list(): FaultHandle[] {
    return this.#standing();
  }

  all(): PlacedFault[] {
    const standing = this.#standing();
    return [...this.#spent, ...standing];
  }

  unused(): FaultHandle[] {
    return this.all().filter(({ isUnused }) => isUnused);
  }

  clear(): void {
    for (const placed of this.#placed) placed.remaining = 0;
    this.#placed = [];
    this.#spent = [];
    this.#onChange('set');
  }

  #remove(placed: PlacedFault): void {
    placed.remaining = 0;
    this.#placed = this.#placed.filter((other) => other !== placed);
    this.#spent = this.#spent.filter((other) => other !== placed);
    this.#onChange('set');
  }

  /** Takes one out that has come to its end. */
  #spend(placed: PlacedFault): void {
    placed.remaining = 0;
    this.#placed = this.#placed.filter((other) => other !== placed);
    this.#spent = [...this.#spent.slice(1 - maxSpent), placed];
    this.#onChange('use');
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
   * Returns the fault that applies to a request, if one does; the delays that stand before it are added to its own. A
   * scenario comes last. Called twice for each request: on its arrival, and once it has a route and a caller.
   */
  take(request: LoggedRequest, moment: Moment): TouchingFault | undefined {
    const { scenario } = request.settings;
    const last = scenarioFaults[scenario];
    let delayMs = 0;
    let standing: PlacedFault | undefined;
    const asked = this.#placed.length === 0 ? none : this.#standing().filter(({ fault }) => momentOf(fault) === moment);
    for (const [place, placed] of asked.entries()) {
      if (!placed.isDue(request)) continue;
      delayMs += placed.touch(request);
      if (placed.remaining === 0) this.#spend(placed);
      else this.#onChange('use');
      if (!placed.isStandingDelay) {
        // They learn of it for `whyUnused` only.
        for (const later of asked.slice(place + 1)) later.fits(request);
        return { ...placed.fault, id: placed.id, delayMs };
      }
      standing ??= placed;
    }
    if (last && momentOf(last) === moment) return { ...last, id: undefined, scenario, delayMs };
    return standing && { ...standing.fault, id: standing.id, delayMs };
  }

  /** Those whose time has not passed. */
  #standing(): PlacedFault[] {
    const now = this.#clock.now();
    for (const placed of this.#placed) if (placed.isPast(now)) this.#spend(placed);
    return [...this.#placed];
  }

  snapshot(): FaultsSnapshot {
    return {
      added: this.#added,
      spent: this.#spent,
      placed: this.#placed.map((placed) => placed.progress()),
    };
  }

  restore(snapshot: FaultsSnapshot): void {
    this.clear();
    this.#added = snapshot.added;
    this.#spent = [...snapshot.spent];
    this.#placed = snapshot.placed.map((progress) => {
      progress.placed.goBackTo(progress);
      return progress.placed;
    });
  }
}
