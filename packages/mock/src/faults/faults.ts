import type { MockClock } from '../platform/clock/clock.ts';
import type { LoggedRequest } from '../log/entry.ts';
import { scenarioFaults } from '../settings/scenarios.ts';
import { ActiveFault, type FaultHandle, type FaultProgress } from './fault-state.ts';
import { type Fault, parseFault } from './fault.ts';
import { type AppliedFault, type FaultPhase, phaseOf } from './fault-effect.ts';

/** The faults of a mock. If several faults match a request, the first fault applies. */
export interface Faults {
  /**
   * Adds a fault, and returns its handle.
   *
   * @param fault The requests that it applies to, and its effect. `{ status: 503 }` fails the next request.
   *
   * @throws TypeError for an invalid fault, or one that the adapter in use can't carry out.
   */
  add(fault: Fault): FaultHandle;
  /** Returns the active faults: those that are neither used up nor expired. */
  list(): FaultHandle[];
  /** Returns the last 1,000 used up or expired faults, then the active ones. */
  all(): FaultHandle[];
  /**
   * Returns the active and expired faults that have applied to no request. Faults with a `probability` and removed ones are not
   * included.
   */
  unused(): FaultHandle[];
  /** Removes all faults. */
  clear(): void;
}

const none: readonly ActiveFault[] = [];

/** Maximum consumed faults that are kept. */
const maxConsumed = 1000;

/** Returns the faults of a mock, without the members that only the service needs. */
export function faultsOf(registry: FaultRegistry): Faults {
  const handles = (faults: readonly ActiveFault[]) => faults.map(({ handle }) => handle);
  return {
    add: (fault) => registry.add(fault).handle,
    list: () => handles(registry.list()),
    all: () => handles(registry.all()),
    unused: () => handles(registry.unused()),
    clear: () => registry.clear(),
  };
}

/** A saved state of all faults. */
export interface FaultsSnapshot {
  readonly added: number;
  readonly consumed: readonly ActiveFault[];
  readonly active: readonly FaultProgress[];
}

/** The active and consumed faults of a mock. */
export class FaultRegistry {
  #active: ActiveFault[] = [];
  /** Used up or expired, oldest first. */
  #consumed: ActiveFault[] = [];
  readonly #clock: MockClock;
  readonly #seed: number;
  readonly #onChange: () => void;
  /** Number of added faults, which varies their seeds. */
  #added = 0;
  /** Number in the last id. Not restored by snapshots, so that ids stay unique. */
  #named = 0;
  readonly #guards: ((fault: Fault) => void)[] = [];

  /** @param onChange Called when faults are added or removed, and when one applies to a request. */
  constructor(clock: MockClock, seed: number, onChange: () => void) {
    this.#clock = clock;
    this.#seed = seed;
    this.#onChange = onChange;
  }

  add(input: Fault): ActiveFault {
    const fault = parseFault(input);
    for (const guard of this.#guards) guard(fault);
    const seed = this.#seed * 1_000_003 + this.#added++;
    const active = new ActiveFault(`fault-${++this.#named}`, fault, this.#clock.now(), seed, (gone) =>
      this.#remove(gone),
    );
    this.#active.push(active);
    this.#onChange();
    return active;
  }

  list(): ActiveFault[] {
    return this.#unexpired();
  }

  all(): ActiveFault[] {
    const active = this.#unexpired();
    return [...this.#consumed, ...active];
  }

  unused(): ActiveFault[] {
    return this.all().filter(({ isUnused }) => isUnused);
  }

  clear(): void {
    for (const active of this.#active) active.remaining = 0;
    this.#active = [];
    this.#consumed = [];
    this.#onChange();
  }

  #remove(active: ActiveFault): void {
    active.remaining = 0;
    this.#active = this.#active.filter((other) => other !== active);
    this.#consumed = this.#consumed.filter((other) => other !== active);
    this.#onChange();
  }

  /** Moves a used up or expired fault to the consumed faults. */
  #consume(active: ActiveFault): void {
    active.remaining = 0;
    this.#active = this.#active.filter((other) => other !== active);
    this.#consumed = [...this.#consumed.slice(1 - maxConsumed), active];
    this.#onChange();
  }

  /** Checks all present and future faults with an adapter's function, which throws for effects that the adapter lacks. */
  guard(guard: (fault: Fault) => void): void {
    for (const { fault } of this.#active) guard(fault);
    this.#guards.push(guard);
  }

  /** Whether a fault matches by request bodies, which must then be read before faults are applied. */
  get matchBodies(): boolean {
    return this.#active.some(({ fault }) => fault.requestBody !== undefined || fault.matches !== undefined);
  }

  /**
   * Applies the first matching fault to a request, and returns its effect. Adds the delays of earlier faults that only delay. The
   * scenario's fault comes last. Called once per phase of a request.
   */
  apply(request: LoggedRequest, phase: FaultPhase): AppliedFault | undefined {
    const { scenario } = request.settings;
    const last = scenarioFaults[scenario];
    let delayMs = 0;
    let background: ActiveFault | undefined;
    const candidates =
      this.#active.length === 0 ? none : this.#unexpired().filter(({ fault }) => phaseOf(fault) === phase);
    for (const [index, active] of candidates.entries()) {
      if (!active.isDue(request)) continue;
      delayMs += active.apply(request);
      if (active.remaining === 0) this.#consume(active);
      else this.#onChange();
      if (!active.isBackgroundDelay) {
        // Later faults see the request only for their `whyUnused()`.
        for (const later of candidates.slice(index + 1)) later.fits(request);
        return { ...active.fault, id: active.id, delayMs };
      }
      background ??= active;
    }
    if (last && phaseOf(last) === phase) return { ...last, id: undefined, scenario, delayMs };
    return background && { ...background.fault, id: background.id, delayMs };
  }

  /** Moves expired faults to the consumed faults, and returns the others. */
  #unexpired(): ActiveFault[] {
    const now = this.#clock.now();
    for (const active of this.#active) if (active.hasExpired(now)) this.#consume(active);
    return [...this.#active];
  }

  snapshot(): FaultsSnapshot {
    return {
      added: this.#added,
      consumed: this.#consumed,
      active: this.#active.map((active) => active.progress()),
    };
  }

  restore(snapshot: FaultsSnapshot): void {
    this.clear();
    this.#added = snapshot.added;
    this.#consumed = [...snapshot.consumed];
    this.#active = snapshot.active.map((progress) => {
      progress.active.restore(progress);
      return progress.active;
    });
  }
}
