export type { Clock, MockClock } from './clock/clock.ts';
export { systemClock } from './clock/system-clock.ts';
export { type VirtualClockOptions, virtualClock } from './clock/virtual-clock.ts';
export type { CoreMock, Snapshot } from './core-mock.ts';
export { createMock } from './create-mock/create-mock.ts';
export type { MockOptions } from './create-mock/options.ts';
export type { Dashboard } from './dashboard/dashboard.ts';
export type {
  DashboardComment,
  Grant,
  IssueRef,
  NewAccessToken,
  NewApiKey,
  NewIssue,
  NewOrganization,
  NewProject,
  NewUser,
} from './dashboard/inputs.ts';
export type { Chaos, ChaosOptions } from './faults/chaos.ts';
export type { Delay } from './faults/delay.ts';
export type { Fault } from './faults/fault.ts';
export type { Faults } from './faults/fault-registry.ts';
export type { FaultHandle } from './faults/placed-fault.ts';
export type { Rate } from './limits/sliding-window.ts';
export type { Mock } from './mock.ts';
export type { WhyStep } from './pipeline/why.ts';
export { type ReadingDefinition, readingDefinitions } from './readings/definitions.ts';
export { everyReading } from './readings/every-reading.ts';
export type { Counts, ErrorTexts, ListCap, Readings, StatusRefusal, Transitions } from './readings/readings.ts';
export type { NearMiss, RequestLogOptions, Requests } from './request-log/journal.ts';
export type { RequestEntry } from './request-log/logged-request.ts';
export type { RequestFilter } from './request-log/request-filter.ts';
export { type Scenario, scenarios } from './scenarios/scenarios.ts';
export type { Latency, Settings, SettingsChange } from './scenarios/settings.ts';
export type {
  Collections,
  RecordChange,
  RecordCollection,
  RecordCondition,
  RecordHooks,
  RecordPaging,
  RecordPredicate,
  RecordQuery,
  SortOrder,
} from './store/collections.ts';
export type {
  AccessTokenRecord,
  ApiKeyRecord,
  CommentRecord,
  CredentialRecord,
  IssueRecord,
  OrganizationRecord,
  ProjectRecord,
  UserRecord,
} from './store/records.ts';
export type { ParamsOf, Stub, StubMethod, StubPath, StubRequest } from './stubs/stub.ts';
export type { StubHandle, Stubs } from './stubs/stub-registry.ts';
export type { MockClientOptions, Tenant, TenantOptions } from './tenants/tenant.ts';
export type {
  CheckedAccessToken,
  CheckedApiKey,
  CheckedIssue,
  CheckedOrganization,
  CheckedProject,
  CheckedUser,
  CheckedWorld,
} from './world/checked-world.ts';
export { defaultWorld } from './world/default-world.ts';
export type {
  CommentInput,
  ConsoleLogInput,
  NetworkLogInput,
  ScreenshotInput,
  TechContextInput,
  UserActionInput,
} from './world/entry-inputs.ts';
export { parseWorld } from './world/parse-world.ts';
export {
  bentRules,
  type PulledIssue,
  type PulledOrganization,
  type PulledProject,
  type PulledWorld,
} from './world/pulled-world.ts';
export type {
  AccessTokenInput,
  ApiKeyInput,
  IssueInput,
  OrganizationInput,
  ProjectInput,
  UserInput,
  World,
} from './world/world.ts';
export { WorldError, type WorldProblem } from './world/world-error.ts';
