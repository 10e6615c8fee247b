import type { SlidingWindow } from '../limits/sliding-window.ts';
import type { Snapshot } from '../mock.ts';
import type { FaultsSnapshot } from '../steering/fault-book.ts';
import type { RequestEntry } from '../steering/journal.ts';
import type { StoreSnapshot } from '../store/store.ts';
import type { Service } from './service.ts';

interface Held {
  readonly records: StoreSnapshot;
  readonly admitted: ReadonlyMap<string, SlidingWindow>;
  readonly failures: ReadonlyMap<string, SlidingWindow>;
  readonly faults: FaultsSnapshot;
  readonly requests: readonly RequestEntry[];
  readonly ids: number;
}

/** Takes and restores everything a mock knows. */
export class Snapshots {
  readonly #service: Service;
  readonly #held = new WeakMap<Snapshot, Held>();
  readonly #initial: Held;

  constructor(service: Service) {
    this.#service = service;
    this.#initial = this.#hold();
  }

  take(): Snapshot {
    const snapshot = { now: this.#service.clock.now() };
    this.#held.set(snapshot, this.#hold());
    return snapshot;
  }

  restore(snapshot: Snapshot): void {
    const held = this.#held.get(snapshot);
    if (!held) throw new TypeError('Not a snapshot of this mock.');
    this.#putBack(held);
    this.#service.clock.jump(snapshot.now);
  }

  reset(): void {
    this.#putBack(this.#initial);
    this.#service.clock.reset();
  }

  /** Everything as plain JSON, so that two states can be compared. */
  state(): unknown {
    const { records, ...rest } = this.#hold();
    const all = Object.entries(records).map(([kind, list]) => [kind, list.map(({ held }) => held)]);
    return { now: this.#service.clock.now(), ...Object.fromEntries(all), ...rest };
  }

  #hold(): Held {
    const { store, admitted, failures, faults, journal, ids } = this.#service;
    return {
      records: store.snapshot(),
      admitted: admitted.copy(),
      failures: failures.copy(),
      faults: faults.snapshot(),
      requests: journal.all(),
      ids: ids.position,
    };
  }

  #putBack({ records, admitted, failures, faults, requests, ids }: Held): void {
    const { service } = { service: this.#service };
    service.store.restore(records);
    service.admitted.restore(admitted);
    service.failures.restore(failures);
    service.faults.restore(faults);
    service.journal.restore(requests);
    service.ids.position = ids;
  }
}
