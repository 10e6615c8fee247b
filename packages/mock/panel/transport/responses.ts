/** Types of the results of methods, under the panel's names. */
import type { RequestEntry } from '../../src/control/types.ts';

export type {
  AddedFault,
  BehaviorOption,
  Change as MadeChange,
  ClockView as Clock,
  CopiedRequest,
  Endpoint,
  Limits as RateState,
  SavedSnapshot,
  Scenario,
  SettingsView as Settings,
  ShownCredential as Credential,
  ShownFault,
  WhyStep,
} from '../../src/control/types.ts';

/** Found records. */
export interface Found<Item = RawRecord> {
  readonly data: readonly Item[];
  readonly total: number;
}

/** A record with whatever members it has: a pulled world may differ from v1. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** A request in the log. */
export interface LogEntry extends RequestEntry {
  /** Its number, as locations and lists have it. */
  readonly id: string;
}

/** The methods of the control API. */
export interface Described {
  readonly methods: readonly { readonly name: string; readonly input: Schema }[];
  readonly $defs: Readonly<Record<string, Schema>>;
}

/** A JSON Schema, as far as the control API uses it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly description?: string;
}
