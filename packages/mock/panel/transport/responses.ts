/** Types of the results of methods, under the panel's names. */
import type { RequestEntry } from '../../src/control/types.ts';

export type {
  AddedFault,
  BehaviorOption,
  ClockView as Clock,
  CopiedRequest,
  Delay,
  Endpoint,
  Limits as RateState,
  RequestWarning,
  SavedSnapshot,
  Scenario,
  SettingsView as Settings,
  ShownCredential as Credential,
  ShownFault,
  WhyStep,
} from '../../src/control/types.ts';

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
