export { createMock } from './create-mock/create-mock.ts';
export type { Mock, Snapshot } from './create-mock/mock.ts';
export type { MockOptions } from './create-mock/mock-options.ts';
export type { MockClientOptions, Tenant, TenantOptions } from './create-mock/tenants/tenant.ts';
export type { TenantRequests } from './create-mock/tenants/tenant-controls.ts';
export type { MockClock } from './platform/clock/clock.ts';
export { systemClock } from './platform/clock/system-clock.ts';
export { type VirtualClockOptions, virtualClock } from './platform/clock/virtual-clock.ts';
export type { RejectionReason } from './platform/http/http-error.ts';
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
export {
  type PulledIssue,
  type PulledOrganization,
  type PulledProject,
  type PulledWorld,
  parseWorld,
  type World,
} from './records/world.ts';
export { WorldError, type WorldProblem } from './records/world-error.ts';
export type { Behavior } from './service/behavior/behavior.ts';
export {
  type BehaviorOption,
  behaviorOptions,
  type ListCap,
  type StatusRejection,
  type Transitions,
} from './service/behavior/behavior-options.ts';
export type { FaultHandle } from './service/faults/active-fault.ts';
export type { Delay } from './service/faults/delay.ts';
export type { Fault } from './service/faults/fault.ts';
export type { Faults } from './service/faults/fault-registry.ts';
export type { WhyStep } from './service/pipeline/step.ts';
export type { Rate } from './service/rate-window.ts';
export type { FieldChange } from './service/request-log/field-change.ts';
export type { BodyRetention, RequestEntry, RequestWarning, WarningKind } from './service/request-log/request-entry.ts';
export type { RequestFilter, TenantRef } from './service/request-log/request-filter.ts';
export type { RequestLogOptions } from './service/request-log/request-log.ts';
export type { NearMiss, Requests } from './service/request-log/requests.ts';
export type { AuthenticationSource } from './service/service.ts';
export { type Scenario, scenarios } from './service/settings/scenarios.ts';
export type { Settings, SettingsChange } from './service/settings/settings.ts';
