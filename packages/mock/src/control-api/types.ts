/** Types of the control API's responses, for the panel. */
export type { ChangeTopic } from '../changes.ts';
export type { RequestEntry, RequestWarning } from '../log/request-entry.ts';
export type { WhyStep } from '../log/trace.ts';
export type { Delay } from '../platform/delay.ts';
export type { Scenario } from '../settings/scenarios.ts';
export type { ShownClock } from './clock-routes.ts';
export type { ShownCredential, ShownLockout } from './credentials.ts';
export type { AddedFault } from './fault-routes.ts';
export type { RecordPage } from './record-routes.ts';
export type { ShownCopies, WholeEntry } from './request-routes.ts';
export type { SettingsView, ShownBehaviorOption } from './settings-routes.ts';
export type { ShownFault } from './shown-fault.ts';
export type { SavedSnapshot } from './snapshot-routes.ts';
