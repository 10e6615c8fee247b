/** Types of results, for the panel. */
export type { ChangeTopic } from '../changes.ts';
export type { RequestEntry, RequestWarning } from '../log/request-entry.ts';
export type { WhyStep } from '../log/trace.ts';
export type { Delay } from '../platform/delay.ts';
export type { Scenario } from '../settings/scenarios.ts';
export type { ShownCredential } from './limits.ts';
export type {
  AddedFault,
  BehaviorOption,
  ClockView,
  CopiedRequest,
  Endpoint,
  Limits,
  SettingsView,
} from './results.ts';
export type { ShownFault } from './shown-fault.ts';
export type { SavedSnapshot } from './snapshot-store.ts';
