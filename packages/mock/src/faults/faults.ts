import type { Changes } from '../changes.ts';
import type { History } from '../history.ts';
import type { Entry } from '../log/entry.ts';
import { redact } from '../log/redaction.ts';
import type { Deed, Reversal } from '../made-change.ts';
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
import { faultWords } from './fault-words.ts';

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
  readonly history: History;
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
  const { state, changes, history, faultGuards } = service;
  const own = (faults: readonly FaultState[]) =>
    faults.filter(({ fault }) => tenant === undefined || fault.tenant === tenant);
  const handles = (faults: readonly FaultState[]) => faults.map(({ handle }) => handle);
  const all = () => {
    const active = unexpired(service);
    return own([...state.faults.consumed, ...active]);
  };
  const remove = (method: string, isRemoved: (state: FaultState) => boolean) => {
    const removed = [...state.faults.consumed, ...state.faults.active].filter(isRemoved);
    const kept = (faults: readonly FaultState[]) => faults.filter((each) => !removed.includes(each));
    const drop = () => {
      notesOf(service)?.removed.push(...removed.map(copyOfFault));
      for (const each of removed) each.remaining = 0;
      state.faults.active = kept(state.faults.active);
      state.faults.consumed = kept(state.faults.consumed);
      changes.notify('faults');
      return removed;
    };
    const deed = deedOf('Removed', removed);
    history.make(method, drop, () => deed, { does: 'remove' });
  };
  return {
    add(input) {
      const fault = parseFault(tenant === undefined ? input : { ...input, tenant });
      for (const guard of faultGuards) guard(fault);
      const seed = service.seed * 1_000_003 + state.faults.added++;
      const id = `fault-${state.faults.added}`;
      // Not by id: after a restore, another fault can have the same.
      const added = createFaultState(id, fault, service.clock.now(), seed, (gone) =>
        remove('faults.remove', ({ handle }) => handle === gone),
      );
      const add = () => {
        state.faults.active.push(added);
        notesOf(service)?.added.push(added.handle);
        changes.notify('faults');
        return added.handle;
      };
      const deed = deedOf('Added', [added]);
      return history.make('faults.add', add, () => deed, { does: 'add' });
    },
    list: () => handles(own(unexpired(service))),
    all: () => handles(all()),
    unused: () =>
      handles(all().filter(({ applied, fault }) => applied.length === 0 && fault.probability === undefined)),
    clear() {
      const gone = new Set(handles(all()));
      remove('faults.clear', ({ handle }) => gone.has(handle));
    },
  };
}

/** Switches an active fault off, or on again. */
export function switchFault(service: FaultHolder, state: FaultState, isOff: boolean): void {
  const flip = () => {
    if (state.isOff !== isOff) notesOf(service)?.switched.set(state.handle, isOff);
    state.isOff = isOff;
    service.changes.notify('faults');
  };
  const deed = deedOf(isOff ? 'Switched off' : 'Switched on', [state]);
  service.history.make('faults.switch', flip, () => deed);
}

/** Returns a change with words of the present: how many requests a fault still applies to changes later. */
function deedOf(verb: string, [first]: readonly FaultState[]): Deed {
  const { id, fault, remaining = 0 } = first ?? {};
  const words = (count: number) =>
    `${verb} ${count === 1 && fault ? `${id}: ${saidOf(fault, remaining)}` : `${count} faults`}`;
  return { subject: id, words };
}

function saidOf(fault: Fault, remaining: number): string {
  const { apiKey, ...rest } = fault;
  const shown = { ...rest, ...(apiKey !== undefined && { apiKey: redact(apiKey) }) };
  const { requests, effect } = faultWords(shown, Number.isFinite(remaining) ? remaining : null);
  return `${requests} → ${effect}`;
}

/** Returns what the present change does to the faults; `undefined` if none is being made. */
function notesOf(service: FaultHolder): FaultNotes | undefined {
  return service.history.part(service.faultGuards, () => new FaultNotes(service));
}

/** What a change did to the faults. */
class FaultNotes implements Reversal {
  readonly added: FaultHandle[] = [];
  readonly removed: FaultState[] = [];
  readonly switched = new Map<FaultHandle, boolean>();
  readonly #service: FaultHolder;

  constructor(service: FaultHolder) {
    this.#service = service;
  }

  get isEmpty(): boolean {
    return this.added.length + this.removed.length + this.switched.size === 0;
  }

  check(): void {
    for (const handle of [...this.added, ...this.switched.keys()]) this.#stateOf(handle);
    for (const [handle, isOff] of this.switched)
      if (this.#stateOf(handle).isOff !== isOff) throw new TypeError(`${handle.id} was switched again since.`);
  }

  takeBack(): void {
    const { state, changes } = this.#service;
    const { faults } = state;
    for (const [handle, isOff] of this.switched) this.#stateOf(handle).isOff = !isOff;
    for (const handle of this.added) handle.remove();
    for (const each of this.removed) each.show(each);
    const isUsedUp = ({ remaining }: FaultState) => remaining === 0;
    faults.consumed = [...this.removed.filter(isUsedUp), ...faults.consumed];
    const active = [...this.removed.filter((each) => !isUsedUp(each)), ...faults.active];
    faults.active = active.sort((one, other) => numberOf(one) - numberOf(other));
    changes.notify('faults');
  }

  /** @throws TypeError for a fault that was removed. */
  #stateOf(handle: FaultHandle): FaultState {
    const { consumed, active } = this.#service.state.faults;
    const found = [...consumed, ...active].find((each) => each.handle === handle);
    if (!found) throw new TypeError(`There is no ${handle.id} any more.`);
    return found;
  }
}

/** Returns the number in an id, which grows with each added fault. */
const numberOf = ({ id }: FaultState) => Number(id.slice(id.lastIndexOf('-') + 1));

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
  const candidates = unexpired(service).filter(({ fault, isOff }) => !isOff && phaseOf(fault) === phase);
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
