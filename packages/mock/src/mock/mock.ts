import type { Collections } from '../data/store/collections/collections.ts';
import type { PulledWorld } from '../data/world/pulled-world.ts';
import type { World } from '../data/world/world.ts';
import type { MockClock } from '../platform/clock/clock.ts';
import type { Faults } from '../service/faults/fault-registry.ts';
import type { WhyStep } from '../service/pipeline/step.ts';
import type { RequestEntry } from '../service/request-log/request-entry.ts';
import type { Requests } from '../service/request-log/requests.ts';
import type { Scenario } from '../service/settings/scenarios.ts';
import type { Settings } from '../service/settings/settings.ts';
import type { Stubs } from '../service/stubs/stub-registry.ts';
import type { Dashboard } from './dashboard/dashboard.ts';
import type { MockClientOptions, Tenant, TenantOptions } from './tenants/tenant.ts';

/** A moment of a mock to come back to. It can be restored any number of times, into the mock that made it. */
export interface Snapshot {
  /** The clock's time at that moment, in milliseconds since 1970. */
  readonly now: number;
}

/** The Issue Tracking API in memory. */
export interface Mock {
  /** As it was given, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * `fetch` against the mock, without the network.
   *
   * @throws TypeError for an address outside `<baseUrl>/api/`, and when a fault drops the connection.
   */
  readonly fetch: typeof fetch;
  /** A client's options: this mock, its clock and the first API key of its world. */
  readonly clientOptions: MockClientOptions;
  /**
   * Makes an organization, a project and a key of their own, with faults, stubs and requests of their own. Tenants share what there is
   * one of in a mock: the clock, and the settings with scenario, request rate and readings. What is added to `mock.faults` and
   * `mock.stubs` is for all of them.
   *
   * @throws WorldError or TypeError, as a rejection, for options that make no sense; then nothing is made.
   */
  tenant(options?: TenantOptions): Promise<Tenant>;
  /** Every record, as `@msw/data` collections to query, extend and change. */
  readonly world: Collections;
  /** What only people can do: create issues, verify, publish a report, hand out keys. */
  readonly dashboard: Dashboard;
  /** How the whole service behaves: `normal`, or `slow`, `failing`, `offline`, `rateLimited`, `forbidden` or `empty`. */
  scenario: Scenario;
  /** The scenario with latency, request rate and readings, all to be changed while the mock runs. */
  readonly settings: Settings;
  /** The clock of timestamps, rate limits, expiry and scripted delays. */
  readonly clock: MockClock;
  /** Scripted failures. */
  readonly faults: Faults;
  /** Endpoints that the specification doesn't describe. */
  readonly stubs: Stubs;
  /** What was asked of the mock: the last 1,000 requests, unless the option `requestLog` says otherwise. */
  readonly requests: Requests;
  /**
   * Why a request was answered as it was: every step in its order, in words, with the reading that decided.
   *
   * @example
   * console.table(mock.why());
   *
   * @param entry One that `mock.requests` has given; the last one by default.
   * @throws TypeError when the request log has none, or has it no more.
   */
  why(entry?: Pick<RequestEntry, 'number'>): WhyStep[];
  /**
   * The records as they are now, as a world: what a world file holds, and what `createMock({ world })` takes. A mock made of
   * it gives the same responses. Where records are not as v1 describes them, it is of the pulled form. Not in it are revoked
   * credentials, and what is no record: the clock, faults, stubs, request rates, requests.
   *
   * @example
   * await writeFile('world.json', JSON.stringify(mock.exportWorld()));
   *
   * @throws WorldError for records that no world can have, such as a person whose name was made a number.
   */
  exportWorld(): World | PulledWorld;
  /** Takes down everything: records, clock, windows, lockouts, faults, stubs, requests, ids, settings. */
  snapshot(): Snapshot;
  /**
   * Goes back to a snapshot.
   *
   * @throws TypeError for the snapshot of another mock.
   */
  restore(snapshot: Snapshot): void;
  /** Goes back to how the mock was made. */
  reset(): void;
}
