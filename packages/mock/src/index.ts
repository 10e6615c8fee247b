/**
 * The service in memory: `createMock`, clocks, and the types of worlds, faults, settings and requests.
 *
 * @packageDocumentation
 */
export type { Behavior } from './behavior/behavior.ts';
export {
  type BehaviorOption,
  behaviorOptions,
  type StatusRejection,
  type Transitions,
} from './behavior/behavior-options.ts';
export { createMock } from './create-mock.ts';
export type { Fault } from './faults/fault.ts';
export type { FaultHandle } from './faults/fault-state.ts';
export type { Faults } from './faults/faults.ts';
export type { FieldChange } from './log/field-change.ts';
export type { RequestFilter, TenantRef } from './log/filter.ts';
export type { RequestLogOptions } from './log/log.ts';
export type { BodyRetention, RequestEntry, RequestWarning, WarningKind } from './log/request-entry.ts';
export type { NearMiss, Requests, TenantRequests } from './log/requests.ts';
export type { Remedy, WhyStep } from './log/trace.ts';
export type { Mock, Snapshot } from './mock/mock.ts';
export type { MockOptions } from './mock/mock-options.ts';
export type { MockClientOptions, Tenant, TenantOptions, TenantUser, UserClientOptions } from './mock/tenant.ts';
export { parseWorld, type SavedFault, type SavedState, type WorldFile } from './mock/world-file.ts';
export type { MockClock } from './platform/clock/clock.ts';
export { systemClock } from './platform/clock/system-clock.ts';
export { type VirtualClockOptions, virtualClock } from './platform/clock/virtual-clock.ts';
export type { Delay } from './platform/delay.ts';
export type { RejectionReason } from './platform/http/http-error.ts';
export type { Rate } from './rate-window.ts';
export type { Collection, Collections } from './records/collections.ts';
export { defaultWorld } from './records/default-world.ts';
export type {
  AccessTokenInput,
  AccessTokenRecord,
  ApiKeyInput,
  ApiKeyRecord,
  CommentInput,
  CommentRecord,
  EntryInput,
  IssueInput,
  IssueRecord,
  NewRecords,
  OrganizationInput,
  OrganizationRecord,
  ProjectInput,
  ProjectRecord,
  UserInput,
  UserRecord,
} from './records/records.ts';
export type { Where } from './records/where.ts';
export type {
  PulledIssue,
  PulledOrganization,
  PulledProject,
  PulledWorld,
  World,
} from './records/world.ts';
export { WorldError, type WorldProblem } from './records/world-error.ts';
export { type Scenario, scenarios } from './settings/scenarios.ts';
export type { Settings, SettingsChange } from './settings/settings.ts';
export type { AuthenticationSource } from './state.ts';
