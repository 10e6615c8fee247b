import type { Scope } from '@issue-tracking/model';
import { issueOrders } from './behavior/issue-order.ts';
import { Changes } from './changes.ts';
import type { Fault } from './faults/fault.ts';
import { copyOfFaults, type FaultList, showFaults } from './faults/faults.ts';
import type { History } from './history.ts';
import { copyOfLog, type Log } from './log/log.ts';
import { namedCredential, redact } from './log/redaction.ts';
import type { RequestEntry } from './log/request-entry.ts';
import type { Reversal } from './made-change.ts';
import type { ServiceClock } from './platform/clock/service-clock.ts';
import { copyOfWindows, type Windows } from './rate-window.ts';
import type { Ids } from './records/ids.ts';
import type { OrganizationRecord } from './records/records.ts';
import { Store, type StoreSnapshot } from './records/store.ts';
import type { ServiceSettings } from './settings/settings.ts';
import { Sleepers } from './sleepers.ts';

/** All that changes while a mock runs, except its records, the position of its ids, and its clock. A snapshot is a copy of it. */
interface State {
  /** Immutable; changes replace it, and requests keep theirs. */
  settings: ServiceSettings;
  log: Log;
  faults: FaultList;
  /** Admitted requests by credential (LIM-1). */
  admitted: Windows;
  /** Failed authentications by source (AUTH-7). */
  failures: Windows;
}

/** A running service. */
export interface Service {
  /** The same object for good: a restore replaces its members. */
  readonly state: State;
  readonly store: Store;
  readonly clock: ServiceClock;
  readonly ids: Ids;
  readonly seed: number;
  /** The source by which failed authentications are counted (GAP-21). */
  readonly source: AuthenticationSource | undefined;
  /** Requests that wait. */
  readonly sleepers: Sleepers;
  /** Requests that have no response yet, with the service that handles them. */
  readonly inFlight: Set<{ service: Service }>;
  readonly changes: Changes;
  readonly history: History;
  /** Called with each finished request. */
  readonly requestListeners: Set<(entry: RequestEntry) => void>;
  readonly faultGuards: ((fault: Fault) => void)[];
}

/** The source of failed authentications: the client's address, the presented credential, or the result of a function. */
export type AuthenticationSource = 'address' | 'credential' | ((request: Request) => string);

/** The caller of a request. */
export interface Caller {
  readonly credential: string;
  readonly scopes: readonly Scope[];
  /** Returns the author name of their comments. */
  authorName(): string;
  /** Returns the organizations that they can see: the key's (EP-2), or the user's active ones (EP-3). */
  organizations(): readonly OrganizationRecord[];
}

/** Returns a redacted credential, with its name if the mock has it. */
export function shownCredential({ store }: Pick<Service, 'store'>, value: string): string {
  const name = store.credential(value)?.name;
  return name === undefined ? redact(value) : namedCredential(name, value);
}

/** A saved state of a service. It can be restored any number of times. */
export interface Saved {
  readonly state: State;
  readonly records: StoreSnapshot;
  readonly ids: number;
  /** The clock's time. */
  readonly now: number;
}

export function save({ state, store, ids, clock }: Service): Saved {
  return { state: copyOf(state), records: store.snapshot(), ids: ids.position, now: clock.now() };
}

/** @param moveClock Moves the clock, by default to the time of the saved state. */
export function restore(service: Service, { state, records, ids, now }: Saved, moveClock = service.clock.jump): void {
  const { faults } = service.state;
  Object.assign(service.state, copyOf(state));
  showFaults(service.state.faults, faults);
  applySettings(service);
  service.store.restore(records);
  service.ids.position = ids;
  moveClock(now);
}

/** Returns how the present state comes back after it was replaced. */
export function stateBack(service: Service, restoreTo: (saved: Saved) => void): Reversal {
  const { state, store, ids, clock } = service;
  const { written } = store;
  // The log and the windows are replaced, not changed. Faults are: their handles show them as removed.
  const parts = { ...state, faults: copyOfFaults(state.faults) };
  const saved = { state: parts, records: store.snapshot(), ids: ids.position, now: clock.now() };
  return {
    isEmpty: false,
    check() {
      if (store.written !== written) throw new TypeError('A request has changed records since.');
    },
    takeBack: () => restoreTo(saved),
  };
}

/** Puts settings in place of the present ones. */
export function setSettings(service: Service, settings: ServiceSettings): void {
  service.state.settings = settings;
  applySettings(service);
  service.changes.notify('settings');
}

/**
 * Lets the requests in flight get their responses now, by the state in which they came: from here on, a copy of the service handles
 * them, which nobody else sees.
 */
export function letFinish(service: Service): void {
  const { store, clock, inFlight } = service;
  if (inFlight.size === 0) return;
  const records = new Store(store.order);
  records.lag = store.lag;
  records.restore(store.snapshot());
  const now = clock.now();
  const past: Service = {
    ...service,
    state: { ...service.state },
    store: records,
    ids: service.ids.copy(),
    clock: { ...clock, now: () => now, pause: () => () => {} },
    sleepers: new Sleepers(),
    inFlight: new Set(),
    changes: new Changes(),
    requestListeners: new Set(),
  };
  past.sleepers.end();
  for (const request of inFlight) request.service = past;
  inFlight.clear();
  service.sleepers.wake();
}

/** Passes settings on to the records, which order and delay by them. */
export function applySettings({ state, store }: Service): void {
  const { issueOrder, readLag } = state.settings.behavior;
  store.order = issueOrders[issueOrder];
  store.lag = readLag;
}

function copyOf({ settings, log, faults, admitted, failures }: State): State {
  return {
    settings,
    log: copyOfLog(log),
    faults: copyOfFaults(faults),
    admitted: copyOfWindows(admitted),
    failures: copyOfWindows(failures),
  };
}
