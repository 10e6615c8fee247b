import type { Scope } from '@issue-tracking/model';
import type { Ids } from '../data/store/ids.ts';
import type { OrganizationRecord } from '../data/store/records.ts';
import type { Store } from '../data/store/store.ts';
import type { Writes } from '../data/store/writes.ts';
import type { MockClock } from '../platform/clock/clock.ts';
import type { Changes } from './changes.ts';
import type { FaultRegistry } from './faults/fault-registry.ts';
import type { RateWindows } from './limits/rate-window.ts';
import { namedCredential, redact } from './request-log/redact.ts';
import type { RequestLog } from './request-log/request-log.ts';
import type { ServiceSettings } from './settings/settings.ts';
import type { Sleepers } from './sleepers.ts';
import type { StubRegistry } from './stubs/stub-registry.ts';

/** Everything one mock is made of; each step and handler takes what it needs. */
export interface MockService {
  /** A change replaces the whole object; a request keeps the one it came with. */
  settings: ServiceSettings;
  readonly store: Store;
  /** How issues are written to. */
  readonly writes: Writes;
  readonly clock: MockClock;
  readonly ids: Ids;
  /** How many responses had a list whose ties are unstable (GAP-52). */
  readonly tieRotation: { count: number };
  /** Admitted requests by credential (LIM-1). */
  readonly admitted: RateWindows;
  /** Failed authentications by source (AUTH-7). */
  readonly failures: RateWindows;
  readonly faults: FaultRegistry;
  readonly stubs: StubRegistry;
  readonly requestLog: RequestLog;
  readonly sleepers: Sleepers;
  /** The source that failed authentications are counted by (GAP-21). */
  readonly source: AuthenticationSource | undefined;
  readonly changes: Changes;
}

/** The source of failed authentications: the client's address, the presented credential, or the result of a function. */
export type AuthenticationSource = 'address' | 'credential' | ((request: Request) => string);

/** A credential as it may be shown: with its name, where the mock has it. */
export function shownCredential({ store }: MockService, value: string): string {
  const name = store.directory.credential(value)?.name;
  return name === undefined ? redact(value) : namedCredential(name, value);
}

/** The caller of a request, known by its credential. */
export interface Caller {
  readonly credential: string;
  readonly scopes: readonly Scope[];
  /** The author of the comments they write. */
  authorName(): string;
  /** Where they may look: the key's organization (EP-2), or the user's active ones (EP-3). */
  organizations(): readonly OrganizationRecord[];
}
