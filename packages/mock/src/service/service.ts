import type { Scope } from '@issue-tracking/model';
import type { ServiceClock } from '../platform/clock/service-clock.ts';
import type { Ids } from '../records/ids.ts';
import type { OrganizationRecord } from '../records/records.ts';
import type { Store } from '../records/store.ts';
import type { Changes } from './changes.ts';
import type { FaultRegistry } from './faults/fault-registry.ts';
import type { RateWindows } from './rate-window.ts';
import { namedCredential, redact } from './request-log/redact.ts';
import type { RequestLog } from './request-log/request-log.ts';
import type { ServiceSettings } from './settings/settings.ts';
import type { Sleepers } from './sleepers.ts';

/** The parts of a mock, for its steps and handlers. */
export interface MockService {
  /** Immutable; changes replace it, and requests keep theirs. */
  settings: ServiceSettings;
  readonly store: Store;
  readonly clock: ServiceClock;
  readonly ids: Ids;
  /** Number of responses with rotated ties (GAP-52). */
  readonly tieRotation: { count: number };
  /** Admitted requests by credential (LIM-1). */
  readonly admitted: RateWindows;
  /** Failed authentications by source (AUTH-7). */
  readonly failures: RateWindows;
  readonly faults: FaultRegistry;
  readonly requestLog: RequestLog;
  readonly sleepers: Sleepers;
  /** The source by which failed authentications are counted (GAP-21). */
  readonly source: AuthenticationSource | undefined;
  readonly changes: Changes;
}

/** The source of failed authentications: the client's address, the presented credential, or the result of a function. */
export type AuthenticationSource = 'address' | 'credential' | ((request: Request) => string);

/** Returns a redacted credential, with its name if the mock has it. */
export function shownCredential({ store }: MockService, value: string): string {
  const name = store.credential(value)?.name;
  return name === undefined ? redact(value) : namedCredential(name, value);
}

/** The caller of a request. */
export interface Caller {
  readonly credential: string;
  readonly scopes: readonly Scope[];
  /** Returns the author name of their comments. */
  authorName(): string;
  /** Returns the organizations that they can see: the key's (EP-2), or the user's active ones (EP-3). */
  organizations(): readonly OrganizationRecord[];
}
