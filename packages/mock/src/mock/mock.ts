import type { Faults } from '../faults/faults.ts';
import type { RequestEntry } from '../log/request-entry.ts';
import type { Requests } from '../log/requests.ts';
import type { WhyStep } from '../log/trace.ts';
import type { MockClock } from '../platform/clock/clock.ts';
import type { Collections } from '../records/collections.ts';
import type { PulledWorld, World } from '../records/world.ts';
import type { Scenario } from '../settings/scenarios.ts';
import type { Settings } from '../settings/settings.ts';
import type { MockClientOptions, Tenant, TenantOptions } from './tenant.ts';

/** A saved state of a mock. The same mock can restore it any number of times. */
export interface Snapshot {
  /** The clock's time when it was saved, in milliseconds since 1970. */
  readonly now: number;
}

interface WhySteps extends Array<WhyStep> {
  /** Returns the steps as text, one on a line. */
  toString(): string;
}

/** The Issue Tracking API in memory. */
export interface Mock {
  /** The option `baseUrl`, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * `fetch` against the mock, without the network.
   *
   * @throws TypeError for an address outside `<baseUrl>/api/`, and if a fault drops the connection.
   */
  readonly fetch: typeof fetch;
  /** Options of a client: this mock, its clock and the first API key of its world. */
  readonly clientOptions: MockClientOptions;
  /**
   * Creates an organization with a project, a key and users, and with faults and requests of its own. All tenants share the clock and
   * the settings: scenario, request rate and behavior. Faults of `mock.faults` apply to all tenants.
   *
   * @param options Issues of the project, number of users, and scopes of key and tokens.
   *
   * @throws WorldError or TypeError, as a rejection, for invalid options; then nothing is created.
   */
  tenant(options?: TenantOptions): Promise<Tenant>;
  /** All records. To change them is to act as users do in the dashboard: create issues, verify, publish a report, revoke keys. */
  readonly world: Collections;
  /** How the whole service behaves: `normal`, or `slow`, `failing`, `offline`, `rateLimited`, `forbidden` or `empty`. */
  scenario: Scenario;
  /** Scenario, latency, request rate and behavior. They can be changed while the mock runs. */
  readonly settings: Settings;
  /** The clock of timestamps, rate limits, expiry and delays of faults. */
  readonly clock: MockClock;
  /** Faults: requests that fail, are delayed or get another response. */
  readonly faults: Faults;
  /** The received requests: the last 1,000, or as many as the option `requestLog` says. */
  readonly requests: Requests;
  /**
   * Explains the response to a request: each step in order, with the behavior option that decided. `String()` of it is a text,
   * so it can be the message of an assertion.
   *
   * @example
   * expect(response.status, String(mock.why())).toBe(200);
   *
   * @param entry An entry of `mock.requests`; by default the last one.
   *
   * @throws TypeError if the log is empty, or has dropped this entry.
   */
  why(entry?: Pick<RequestEntry, 'number'>): WhySteps;
  /**
   * Returns all records as a world, for a world file or `createMock({ world })`, which then gives the same responses. If a record
   * differs from v1, the world has the pulled form. Not included: revoked credentials, the clock, faults, rate limits and the
   * request log.
   *
   * @example
   * await writeFile('world.json', JSON.stringify(mock.exportWorld()));
   *
   * @throws WorldError for records that a world can't have, such as a user whose name was changed to a number.
   */
  exportWorld(): World | PulledWorld;
  /** Saves the whole state: records, clock, rate limits, lockouts, faults, requests, ids and settings. */
  snapshot(): Snapshot;
  /**
   * Restores a snapshot.
   *
   * @param snapshot A snapshot of this mock.
   *
   * @throws TypeError for the snapshot of another mock.
   */
  restore(snapshot: Snapshot): void;
  /**
   * Restores the state in which the mock was created. Requests that have no response yet get it at once, by the state before,
   * and change nothing after it. Clients in this process or page forget the mock's state, and their calls reject with
   * `AbortError`. `restore` does the same.
   */
  reset(): void;
}
