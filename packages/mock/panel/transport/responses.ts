/** Types of the control API's responses, under the panel's names. */
import type { RequestEntry, WholeEntry } from '../../src/control-api/types.ts';

export type {
  AddedFault,
  Delay,
  RecordPage as Page,
  RequestWarning,
  SavedSnapshot,
  Scenario,
  SettingsView as Settings,
  ShownBehaviorOption as BehaviorOption,
  ShownClock as Clock,
  ShownCopies as Copies,
  ShownCredential as Credential,
  ShownFault,
  ShownLockout as Lockout,
  WhyStep,
} from '../../src/control-api/types.ts';

/** A request in the log. Response headers and `why` are loaded once it is selected. */
export interface LogEntry extends RequestEntry, Partial<Pick<WholeEntry, 'responseHeaders' | 'why'>> {
  /** Its number, as locations and lists have it. */
  readonly id: string;
}
