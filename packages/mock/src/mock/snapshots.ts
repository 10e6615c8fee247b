import type { StoreSnapshot } from '../records/store.ts';
import type { FaultsSnapshot } from '../faults/faults.ts';
import type { RateWindow } from '../rate-window.ts';
import type { RequestLogSnapshot } from '../log/log.ts';
import type { MockService } from '../state.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { putSettings } from '../settings/live-settings.ts';
import type { Snapshot } from './mock.ts';

interface SavedState {
  readonly records: StoreSnapshot;
  readonly admitted: ReadonlyMap<string, RateWindow>;
  readonly failures: ReadonlyMap<string, RateWindow>;
  readonly faults: FaultsSnapshot;
  readonly requests: RequestLogSnapshot;
  readonly ids: number;
  readonly turns: number;
  readonly settings: ServiceSettings;
}

/** Saves and restores the state of a mock. */
export class Snapshots {
  readonly #service: MockService;
  readonly #saved = new WeakMap<Snapshot, SavedState>();
  #initial: SavedState;

  constructor(service: MockService) {
    this.#service = service;
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

  /** @throws TypeError for the snapshot of another mock. */
  restore(snapshot: Snapshot): void {
    const saved = this.#saved.get(snapshot);
    if (!saved) throw new TypeError('Not a snapshot of this mock.');
    this.#restore(saved);
    this.#service.clock.jump(snapshot.now);
    this.#service.changes.notify('all');
  }

  reset(): void {
    this.#restore(this.#initial);
    this.#service.clock.reset();
    this.#service.changes.notify('all');
  }

  #save(records: StoreSnapshot): SavedState {
    const { admitted, failures, faults, requestLog, ids, tieRotation, settings } = this.#service;
    return {
      records,
      admitted: admitted.copy(),
      failures: failures.copy(),
      faults: faults.snapshot(),
      requests: requestLog.snapshot(),
      ids: ids.position,
      turns: tieRotation.count,
      settings,
    };
  }

  #restore(saved: SavedState): void {
    const service = this.#service;
    // Requests that wait started in the old state.
    service.sleepers.drop();
    // Settings first: they determine the order of issues and the size of rate limit windows.
    putSettings(service, saved.settings);
    service.store.restore(saved.records);
    service.faults.restore(saved.faults);
    service.admitted.restore(saved.admitted);
    service.failures.restore(saved.failures);
    service.requestLog.restore(saved.requests);
    service.ids.position = saved.ids;
    service.tieRotation.count = saved.turns;
  }
}
