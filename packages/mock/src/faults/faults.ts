import type { Changes } from '../changes.ts';
import type { Entry } from '../log/entry.ts';
import type { MockClock } from '../platform/clock/clock.ts';
import type { Scenario } from '../settings/scenarios.ts';
import { type Fault, parseFault } from './fault.ts';
import { type AppliedFault, type FaultEffect, type FaultPhase, phaseOf } from './fault-effect.ts';
import {
  copyOfFault,
  createFaultState,
  type FaultHandle,
  type FaultState,
  fits,
  isBackgroundDelay,
  isDue,
  use,
} from './fault-state.ts';

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

/** The faults of a service. */
export interface FaultList {
  active: FaultState[];
  /** Used up or expired, oldest first. */
  consumed: FaultState[];
  /** Number of added faults, which is in their ids and varies their seeds. */
  added: number;
}

/** The parts of a service that faults use. */
interface FaultHolder {
  readonly state: { readonly faults: FaultList };
  readonly clock: MockClock;
  readonly changes: Changes;
  readonly seed: number;
  /** Functions of adapters, which throw for effects that they can't carry out. */
  readonly faultGuards: ((fault: Fault) => void)[];
}

/** Maximum consumed faults that are kept. */
const maxConsumed = 1000;

/** The faults of scenarios. They apply to all requests, after the faults of tests. */
const scenarioFaults: { readonly [Name in Scenario]?: FaultEffect } = {
  failing: { when: 'arrival', status: 500 },
  offline: { when: 'arrival', drop: true },
  rateLimited: { status: 429 },
  forbidden: { status: 403 },
};

/** Returns the faults of a service; with a tenant, those that apply only to its requests. */
export function faultsOf(service: FaultHolder, tenant?: string): Faults {
  const { state, changes, faultGuards } = service;
  const own = (faults: readonly FaultState[]) =>
    faults.filter(({ fault }) => tenant === undefined || fault.tenant === tenant);
  const handles = (faults: readonly FaultState[]) => faults.map(({ handle }) => handle);
  const all = () => {
    const active = unexpired(service);
    return own([...state.faults.consumed, ...active]);
  };
  const remove = (isRemoved: (state: FaultState) => boolean) => {
    const { active, consumed } = state.faults;
    for (const each of active) if (isRemoved(each)) each.remaining = 0;
    state.faults.active = active.filter((each) => !isRemoved(each));
    state.faults.consumed = consumed.filter((each) => !isRemoved(each));
    changes.notify('faults');
  };
  return {
    add(input) {
      const fault = parseFault(tenant === undefined ? input : { ...input, tenant });
      for (const guard of faultGuards) guard(fault);
      const seed = service.seed * 1_000_003 + state.faults.added++;
      const id = `fault-${state.faults.added}`;
      // Not by id: after a restore, another fault can have the same.
      const added = createFaultState(id, fault, service.clock.now(), seed, (gone) =>
        remove(({ handle }) => handle === gone),
      );
      state.faults.active.push(added);
      changes.notify('faults');
      return added.handle;
    },
    list: () => handles(own(unexpired(service))),
    all: () => handles(all()),
    unused: () =>
      handles(all().filter(({ applied, fault }) => applied.length === 0 && fault.probability === undefined)),
    clear() {
      const gone = new Set(all());
      remove((each) => gone.has(each));
    },
  };
}

/** Checks all present and future faults with a function of an adapter. @throws the error of that function for a present one. */
export function guardFaults({ state, faultGuards }: FaultHolder, guard: (fault: Fault) => void): void {
  for (const { fault } of state.faults.active) guard(fault);
  faultGuards.push(guard);
}

/** Whether a fault matches by request bodies, which must then be read before faults are applied. */
export function matchBodies({ active }: FaultList): boolean {
  return active.some(({ fault }) => fault.requestBody !== undefined || fault.matches !== undefined);
}

/**
 * Applies the first matching fault to a request, and returns its effect. Adds the delays of earlier faults that only delay. The
 * scenario's fault comes last. Called once per phase of a request.
 */
export function faultFor(service: FaultHolder, entry: Entry, phase: FaultPhase): AppliedFault | undefined {
  const { scenario } = entry.settings;
  const last = scenarioFaults[scenario];
  let delayMs = 0;
  let background: FaultState | undefined;
  const candidates = unexpired(service).filter(({ fault }) => phaseOf(fault) === phase);
  for (const [index, active] of candidates.entries()) {
    if (!isDue(active, entry)) continue;
    delayMs += use(active, entry);
    if (active.remaining === 0) consume(service, active);
    else service.changes.notify('faults');
    if (!isBackgroundDelay(active)) {
      // Later faults see the request only for their `whyUnused()`.
      for (const later of candidates.slice(index + 1)) fits(later, entry);
      return { ...active.fault, id: active.id, delayMs };
    }
    background ??= active;
  }
  if (last && phaseOf(last) === phase) return { ...last, id: undefined, scenario, delayMs };
  return background && { ...background.fault, id: background.id, delayMs };
}

export function copyOfFaults({ active, consumed, added }: FaultList): FaultList {
  return { active: active.map(copyOfFault), consumed: consumed.map(copyOfFault), added };
}

/**
 * Returns a function that removes the faults that were added since a copy was made, and returns those that were removed to their
 * places; `undefined` for none.
 */
export function takeBackFaults({ state, changes }: FaultHolder, before: FaultList): (() => void) | undefined {
  const allOf = ({ active, consumed }: Pick<FaultList, 'active' | 'consumed'>) => [...consumed, ...active];
  const lacking = (faults: readonly FaultState[], others: readonly FaultState[]) =>
    faults.filter(({ id }) => others.every((other) => other.id !== id));
  const added = lacking(allOf(state.faults), allOf(before));
  const removed = {
    active: lacking(before.active, allOf(state.faults)),
    consumed: lacking(before.consumed, allOf(state.faults)),
  };
  if (added.length + allOf(removed).length === 0) return undefined;
  return () => {
    for (const { handle } of added) handle.remove();
    const { faults } = state;
    for (const each of allOf(removed)) each.show(each);
    faults.consumed = [...removed.consumed, ...faults.consumed];
    faults.active = [...removed.active, ...faults.active].sort((one, other) => numberOf(one) - numberOf(other));
    changes.notify('faults');
  };
}

/** Returns the number in an id, which grows with each added fault. */
const numberOf = ({ id }: FaultState) => Number(id.slice(id.lastIndexOf('-') + 1));

/** Makes handles show the faults that have replaced others. Those of faults that are gone show them as removed. */
export function showFaults(faults: FaultList, replaced: FaultList): void {
  for (const each of replaced.active) each.remaining = 0;
  for (const each of [...faults.consumed, ...faults.active]) each.show(each);
}

const none: readonly FaultState[] = [];

/** Moves expired faults to the consumed ones, and returns the others. */
function unexpired(service: FaultHolder): readonly FaultState[] {
  const { faults } = service.state;
  if (faults.active.length === 0) return none;
  const now = service.clock.now();
  for (const each of faults.active) if (now >= each.endsAt) consume(service, each);
  return [...faults.active];
}

/** Moves a used up or expired fault to the consumed ones. */
function consume({ state: { faults }, changes }: FaultHolder, used: FaultState): void {
  used.remaining = 0;
  faults.active = faults.active.filter((each) => each !== used);
  faults.consumed = [...faults.consumed.slice(1 - maxConsumed), used];
  changes.notify('faults');
}
