import type { StoreSnapshot } from '../data/store/store.ts';
import type { PendingWrite } from '../data/store/writes.ts';
import type { FaultsSnapshot } from '../service/faults/fault-registry.ts';
import type { RateWindow } from '../service/limits/rate-window.ts';
import type { RequestLogSnapshot } from '../service/request-log/request-log.ts';
import type { MockService } from '../service/service.ts';
import type { ServiceSettings } from '../service/settings/settings.ts';
import type { LiveSettings } from './live-settings.ts';
import type { Snapshot } from './mock.ts';

interface SavedState {
  readonly records: StoreSnapshot;
  readonly admitted: ReadonlyMap<string, RateWindow>;
  readonly failures: ReadonlyMap<string, RateWindow>;
  readonly faults: FaultsSnapshot;
  readonly requests: RequestLogSnapshot;
  readonly ids: number;
  readonly turns: number;
  readonly pending: readonly PendingWrite[];
  readonly settings: ServiceSettings;
}

/** Saves and restores the state of a mock. */
export class Snapshots {
  readonly #service: MockService;
  readonly #saved = new WeakMap<Snapshot, SavedState>();
  readonly #settings: LiveSettings;
  #initial: SavedState;

  constructor(service: MockService, settings: LiveSettings) {
    this.#service = service;
    this.#settings = settings;
    this.#initial = this.#save(service.store.snapshot());
  }

  /** Makes a reset restore the present records. Everything else is still reset to its initial state. */
  setInitialRecords(): void {
    this.#initial = { ...this.#initial, records: this.#service.store.snapshot() };
  }

  take(): Snapshot {
    const snapshot = { now: this.#service.clock.now() };
    this.#saved.set(snapshot, this.#save(this.#service.store.snapshot()));
    return snapshot;
  }

  restore(snapshot: Snapshot): void {
    this.#restoreAll(this.#stateOf(snapshot));
    this.#service.clock.jump(snapshot.now);
    this.#service.changes.notify('all');
  }

  /** Restores records, faults and settings only. */
  undo(snapshot: Snapshot): void {
    this.#restoreState(this.#stateOf(snapshot));
    this.#service.changes.notify('all');
  }

  reset(): void {
    this.#restoreAll(this.#initial);
    this.#service.clock.reset();
    this.#service.changes.notify('all');
  }

  #stateOf(snapshot: Snapshot): SavedState {
    const held = this.#saved.get(snapshot);
    if (!held) throw new TypeError('Not a snapshot of this mock.');
    return held;
  }

  #save(records: StoreSnapshot): SavedState {
    const { admitted, failures, faults, requestLog, ids, tieRotation, writes, settings } = this.#service;
    return {
      records,
      admitted: admitted.copy(),
      failures: failures.copy(),
      faults: faults.snapshot(),
      requests: requestLog.snapshot(),
      ids: ids.position,
      turns: tieRotation.count,
      pending: writes.pending,
      settings,
    };
  }

  #restoreAll(held: SavedState): void {
    const service = this.#service;
    this.#restoreState(held);
    service.admitted.restore(held.admitted);
    service.failures.restore(held.failures);
    service.requestLog.restore(held.requests);
    service.ids.position = held.ids;
    service.tieRotation.count = held.turns;
  }

  #restoreState({ records, pending, faults, settings }: SavedState): void {
    const service = this.#service;
    // Requests that wait started in the old state.
    service.sleepers.drop();
    service.changes.asOne(() => {
      // Settings first: they determine the order of issues and the size of rate limit windows.
      this.#settings.put(settings);
      service.store.restore(records);
      service.writes.restore(pending);
      service.faults.restore(faults);
    });
  }
}
