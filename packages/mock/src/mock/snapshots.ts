import type { StoreSnapshot } from '../data/store/store.ts';
import type { PendingWrite } from '../data/store/writes.ts';
import type { FaultsSnapshot } from '../service/faults/fault-registry.ts';
import type { SlidingWindow } from '../service/limits/sliding-window.ts';
import type { JournalSnapshot } from '../service/request-log/journal.ts';
import type { Service } from '../service/service.ts';
import type { ServiceSettings } from '../service/settings/settings.ts';
import type { StubEndpoint } from '../service/stubs/stub.ts';
import type { LiveSettings } from './live-settings.ts';
import type { Snapshot } from './mock.ts';

interface Held {
  readonly records: StoreSnapshot;
  readonly admitted: ReadonlyMap<string, SlidingWindow>;
  readonly failures: ReadonlyMap<string, SlidingWindow>;
  readonly faults: FaultsSnapshot;
  readonly stubs: readonly StubEndpoint[];
  readonly requests: JournalSnapshot;
  readonly ids: number;
  readonly turns: number;
  readonly pending: readonly PendingWrite[];
  readonly settings: ServiceSettings;
}

/** Takes and restores everything a mock knows. */
export class Snapshots {
  readonly #service: Service;
  readonly #held = new WeakMap<Snapshot, Held>();
  readonly #settings: LiveSettings;
  #beginning: Held;

  constructor(service: Service, settings: LiveSettings) {
    this.#service = service;
    this.#settings = settings;
    this.#beginning = this.#hold(service.store.snapshot());
  }

  /** Has a reset go back to the records of now, and to the beginning in all else. */
  begin(): void {
    this.#beginning = { ...this.#beginning, records: this.#service.store.snapshot() };
  }

  take(): Snapshot {
    const snapshot = { now: this.#service.clock.now() };
    this.#held.set(snapshot, this.#hold(this.#service.store.snapshot()));
    return snapshot;
  }

  restore(snapshot: Snapshot): void {
    this.#putBack(this.#heldBy(snapshot));
    this.#service.clock.jump(snapshot.now);
    this.#service.changes.tell('all');
  }

  /** Restores records, faults, stubs and settings only. */
  undo(snapshot: Snapshot): void {
    this.#putBackState(this.#heldBy(snapshot));
    this.#service.changes.tell('all');
  }

  reset(): void {
    this.#putBack(this.#beginning);
    this.#service.clock.reset();
    this.#service.changes.tell('all');
  }

  #heldBy(snapshot: Snapshot): Held {
    const held = this.#held.get(snapshot);
    if (!held) throw new TypeError('Not a snapshot of this mock.');
    return held;
  }

  #hold(records: StoreSnapshot): Held {
    const { admitted, failures, faults, stubs, journal, ids, turns, writes, settings } = this.#service;
    return {
      records,
      admitted: admitted.copy(),
      failures: failures.copy(),
      faults: faults.snapshot(),
      stubs: stubs.endpoints,
      requests: journal.snapshot(),
      ids: ids.position,
      turns: turns.count,
      pending: writes.pending,
      settings,
    };
  }

  #putBack(held: Held): void {
    const service = this.#service;
    this.#putBackState(held);
    service.admitted.restore(held.admitted);
    service.failures.restore(held.failures);
    service.journal.restore(held.requests);
    service.ids.position = held.ids;
    service.turns.count = held.turns;
  }

  #putBackState({ records, pending, faults, stubs, settings }: Held): void {
    const service = this.#service;
    // The state that these sleepers waited for is gone.
    service.sleepers.drop();
    service.changes.asOne(() => {
      // First: records come back in the order that the behavior options name, windows in the size of the rate.
      this.#settings.put(settings);
      service.store.restore(records);
      service.writes.restore(pending);
      service.faults.restore(faults);
      service.stubs.endpoints = stubs;
    });
  }
}
