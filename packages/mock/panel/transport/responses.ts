/** Types of the results of methods, under the panel's names. */
import type { RequestEntry } from '../../src/control/types.ts';

export type {
  AddedFault,
  BehaviorOption,
  ClockView as Clock,
  Copies,
  Delay,
  Endpoint,
  RequestWarning,
  SavedSnapshot,
  Scenario,
  SettingsView as Settings,
  ShownCredential as Credential,
  ShownFault,
  ShownLockout as Lockout,
  WhyStep,
} from '../../src/control/types.ts';

import type { ShownCredential, ShownLockout } from '../../src/control/types.ts';

/** Rate windows and lockouts. */
export interface RateState {
  readonly credentials: readonly ShownCredential[];
  readonly lockouts: readonly ShownLockout[];
}

/** Found records. */
export interface Found<Item> {
  readonly data: readonly Item[];
  readonly total: number;
}

/** A request in the log. */
export interface LogEntry extends RequestEntry {
  /** Its number, as locations and lists have it. */
  readonly id: string;
}
