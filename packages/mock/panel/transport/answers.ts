/** The types of the control API's responses, under the names that the panel uses. */
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
  ShownStub as Stub,
  WhyStep,
} from '../../src/control-api/types.ts';

/** A request in the log. What is there only of a whole one comes when it is selected. */
export interface Entry extends RequestEntry, Partial<Pick<WholeEntry, 'responseHeaders' | 'why'>> {
  /** Its number, as places and lists name it. */
  readonly id: string;
}
