import { exactEnum, type Scope, scopes } from '@issue-tracking/model';
import * as z from 'zod/mini';
import type { Collections } from '../../records/collections.ts';
import {
  type ApiKeyRecord,
  type IssueInput,
  inputSchema,
  type OrganizationRecord,
  type ProjectRecord,
} from '../../records/records.ts';
import { referenceProblems } from '../../records/world.ts';
import { parseData, WorldError } from '../../records/world-error.ts';
import { firstTime, type MockClock } from '../../platform/clock/clock.ts';
import { list, object, type ShapeOf, wholeNumber } from '../../platform/input/schemas.ts';
import type { Faults } from '../../service/faults/fault-registry.ts';
import type { RequestLog } from '../../service/request-log/request-log.ts';
import { generatedIssue } from './generated-issue.ts';
import { type TenantRequests, tenantFaults, tenantRequests } from './tenant-controls.ts';

/** Options of a client of the mock: `new IssueTrackingClient(mock.clientOptions)`. */
export interface MockClientOptions {
  /** The mock's address. */
  baseUrl: string;
  /** The first API key of the world, or the tenant's key. */
  apiKey: string;
  /** The mock's `fetch`: no request leaves the process. */
  fetch: typeof fetch;
  /** The mock's clock. */
  clock: MockClock;
  /** For a mock without a rate limit: without it, a client would still limit its own rate. */
  rateLimit?: false;
}

/** The initial data of a tenant. */
export interface TenantOptions {
  /**
   * Issues of its project, or the number of generated ones: open, with titles and nothing captured. By default none. Without
   * dates, the last one was created an hour ago, and each one before it a minute earlier.
   */
  issues?: number | IssueInput[] | undefined;
  /** Scopes of its key. By default every scope. */
  scopes?: Scope[] | undefined;
}

/**
 * An organization with one project and one key, isolated from all other tenants, with its own faults and requests. All tenants
 * share the clock, the settings (scenario, request rate and behavior) and the size of the log.
 *
 * @example
 * const [one, other] = await Promise.all([mock.tenant({ issues: 1 }), mock.tenant({ issues: 1 })]);
 * one.faults.add({ endpoint: 'issues.get', status: 500 });
 * await new IssueTrackingClient(other.clientOptions).issues.get(other.project.id, 1); // not affected
 */
export interface Tenant {
  /** Its organization. */
  organization: OrganizationRecord;
  /** Its project. */
  project: ProjectRecord;
  /** Its API key. */
  apiKey: string;
  /** Options of a client: this mock, its clock and the tenant's key. */
  clientOptions: MockClientOptions;
  /** Faults that apply only to its requests. `mock.faults` lists them, too. */
  faults: Faults;
  /** Its own requests. `expect(tenant).toHaveReceived('issues.get')` checks only these. */
  requests: TenantRequests;
}

/** The parts of a mock that creating a tenant needs. */
interface TenantMaker {
  readonly world: Collections;
  readonly faults: Faults;
  readonly requestLog: RequestLog;
}

/** {@link TenantOptions} */
export const tenantSchema = object({
  issues: z.optional(
    z.union(
      [wholeNumber(0), z.array(inputSchema('issues') as z.ZodMiniType<IssueInput>)],
      'must be a whole number from 0, or an array of issues',
    ),
  ),
  scopes: list(exactEnum(scopes)),
} satisfies ShapeOf<TenantOptions>);

/**
 * Age of the newest issue, and time between issues, in milliseconds. An hour, because a client can't distinguish a new issue from
 * one that another user has just changed.
 */
const newest = 3_600_000;
const apart = 60_000;

/**
 * Creates a tenant. For invalid options, nothing is created.
 *
 * @throws WorldError naming each mistake by its path in the options.
 */
export function createTenant(
  { world, faults, requestLog }: TenantMaker,
  options: TenantOptions,
  clientOptions: Omit<MockClientOptions, 'apiKey'>,
): Tenant {
  const { issues = [], scopes: granted } = parseData(tenantSchema, options, 'tenant');
  const duplicates = referenceProblems(options, 'projects');
  if (duplicates.length > 0) throw new WorldError(duplicates, 'tenant');
  const inputs = typeof issues === 'number' ? Array.from({ length: issues }, (_, i) => generatedIssue(i)) : issues;
  const now = clientOptions.clock.now();
  const dated = inputs.map((issue, i) => {
    const time = now - newest - (inputs.length - 1 - i) * apart;
    const isDated = issue.createdAt !== undefined || issue.updatedAt !== undefined;
    return { ...(!isDated && { createdAt: new Date(Math.max(firstTime, time)).toISOString() }), ...issue };
  });
  const organization = world.organizations.create({ projects: [{ issues: dated }], apiKeys: [{ scopes: granted }] });
  // Both were just created.
  const [project] = world.projects.find({ organizationId: organization.id }) as [ProjectRecord];
  const [{ key: apiKey }] = world.apiKeys.find({ organizationId: organization.id }) as [ApiKeyRecord];
  return {
    organization,
    project,
    apiKey,
    clientOptions: { ...clientOptions, apiKey },
    faults: tenantFaults(faults, organization.id),
    requests: tenantRequests(requestLog, organization.id),
  };
}
