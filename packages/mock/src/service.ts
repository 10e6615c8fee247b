import type { MockClock } from './clock/clock.ts';
import type { FaultBook } from './faults/fault-registry.ts';
import type { Rate, Windows } from './limits/windows.ts';
import type { ErrorTexts, Readings } from './readings/readings.ts';
import type { Journal } from './request-log/journal.ts';
import type { Ids } from './store/ids.ts';
import type { Store } from './store/store.ts';

/** Everything one mock is made of; each step of the pipeline takes what it needs. */
export interface Service {
  readonly store: Store;
  readonly readings: Readings;
  readonly texts: ErrorTexts;
  readonly clock: MockClock;
  readonly ids: Ids;
  /** The request rate of API keys (LIM-1). */
  readonly rate: Rate | undefined;
  /** The request rate of OAuth tokens (GAP-17). */
  readonly tokenRate: Rate | undefined;
  /** Admitted requests by credential (LIM-1). */
  readonly admitted: Windows;
  /** Failed authentications by source (AUTH-7). */
  readonly failures: Windows;
  readonly faults: FaultBook;
  readonly journal: Journal;
}
