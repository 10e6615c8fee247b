/** Types of results, for the panel. */
export type { ChangeTopic } from '../service/changes.ts';
export type { Delay } from '../service/faults/delay.ts';
export type { WhyStep } from '../service/pipeline/step.ts';
export type { RequestEntry, RequestWarning } from '../service/request-log/request-entry.ts';
export type { Scenario } from '../service/settings/scenarios.ts';
export type { ShownCredential } from './limits.ts';
export type { AddedFault, BehaviorOption, ClockView, Copies, Endpoint, Limits, SettingsView } from './results.ts';
export type { ShownFault } from './shown-fault.ts';
export type { SavedSnapshot } from './snapshot-store.ts';
