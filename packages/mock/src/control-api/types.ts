/** Types of the control API's responses, for the panel. */
export type { ChangeTopic } from '../service/changes.ts';
export type { Delay } from '../service/faults/delay.ts';
export type { WhyStep } from '../service/pipeline/step.ts';
export type { RequestEntry, RequestWarning } from '../service/request-log/request-entry.ts';
export type { Scenario } from '../service/settings/scenarios.ts';
export type { ShownClock } from './clock-routes.ts';
export type { ShownCredential, ShownLockout } from './credentials.ts';
export type { AddedFault } from './fault-routes.ts';
export type { RecordPage } from './record-routes.ts';
export type { ShownCopies, WholeEntry } from './request-routes.ts';
export type { SettingsView, ShownBehaviorOption } from './settings-routes.ts';
export type { ShownFault } from './shown-fault.ts';
export type { SavedSnapshot } from './snapshot-routes.ts';
