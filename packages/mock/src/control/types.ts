/** Types of the control API, for the panel: those of results follow from the rows of the methods. */
import type * as z from 'zod/mini';
import type { MethodName } from './effects.ts';
import type { methods } from './methods.ts';

export type { ChangeTopic } from '../changes.ts';
export type { RequestEntry } from '../log/request-entry.ts';
export type { WhyStep } from '../log/trace.ts';
export type { Change } from '../made-change.ts';
export type { RecordKind } from '../records/records.ts';
export type { Scenario } from '../settings/scenarios.ts';
export type { MethodName } from './effects.ts';
export type { ShownFault } from './shown-fault.ts';
export type { RawRecord } from './world-methods.ts';

/** The result of a method. */
export type ResultOf<Name extends MethodName> = z.output<(typeof methods)[Name]['result']>;

export type AddedFault = ResultOf<'faults.add'>;
export type BehaviorOption = ResultOf<'behaviorOptions'>[number];
export type ClockView = ResultOf<'clock.now'>;
export type CopiedRequest = ResultOf<'requests.curl'>;
export type Endpoint = ResultOf<'endpoints'>[number];
export type Limits = ResultOf<'limits'>;
export type SettingsView = ResultOf<'settings.get'>;
export type ShownCredential = Limits['credentials'][number];
