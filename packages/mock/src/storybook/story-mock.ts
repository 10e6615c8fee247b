import * as z from 'zod/mini';
import { createMock } from '../create-mock.ts';
import { type Fault, faultSchema } from '../faults/fault.ts';
import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import { type MockOptions, mockOptions } from '../mock/mock-options.ts';
import { createTenant, type MockClientOptions, type TenantOptions, tenantSchema } from '../mock/tenant.ts';
import type { MockClock } from '../platform/clock/clock.ts';
import { virtualClock } from '../platform/clock/virtual-clock.ts';
import { parseInput } from '../platform/input/input-error.ts';
import { object } from '../platform/input/schemas.ts';
import type { Scenario } from '../settings/scenarios.ts';

/** `parameters.issueTracking`: options of a story's mock. All have defaults. */
export interface IssueTrackingParameters
  extends Pick<MockOptions, 'baseUrl' | 'world' | 'behavior' | 'seed' | 'rateLimit'>,
    TenantOptions {
  /**
   * Address of the service, for components with a fixed one. By default each rendering of a story has its own. Of several stories
   * on one page with the same address, the one that has the request's token responds, or else the last one.
   */
  baseUrl?: string | undefined;
  /** Faults to add, in order. */
  faults?: readonly Fault[] | undefined;
  /** A clock, or the time of a clock that stands still. By default the system clock. */
  clock?: MockClock | Date | string | undefined;
}

/** Options of a client of a story's mock. */
export interface StoryClientOptions extends Pick<MockClientOptions, 'baseUrl' | 'clock'> {
  accessToken: string;
}

/** The mock of a story, and options of its client. */
export interface StoryMock {
  readonly mock: Mock;
  /** `prj_` and the story's id; with a `world`, the id of its first project, empty if it has none. */
  readonly projectId: string;
  /**
   * Options of a client, with the access token of a user: `new IssueTrackingClient(clientOptions)`. Its requests appear in the
   * browser's network panel.
   */
  readonly clientOptions: StoryClientOptions;
}

const { baseUrl, world, behavior, seed, rateLimit, clock } = mockOptions.def.shape;
const { issues, scopes } = tenantSchema.def.shape;
const clockMust = 'must be a clock, or a date such as 2026-04-01T09:30:00.000Z';

/** {@link IssueTrackingParameters} */
const storyParameters = object({
  baseUrl,
  world,
  behavior,
  seed,
  rateLimit,
  issues,
  scopes,
  faults: z.optional(z.readonly(z.array(faultSchema, 'must be an array of faults'))),
  clock: z.optional(z.union([clock, z.date(), z.string().check(z.refine(isDate, clockMust))], clockMust)),
}).check(
  z.refine((parameters) => !parameters.world || parameters.issues === undefined, {
    error: 'parameters.issueTracking has both a world and issues: write the issues into the world',
  }),
);

/** Number of created mocks. */
let made = 0;

function checkParameters(parameters: unknown = {}): IssueTrackingParameters {
  const who = 'parameters.issueTracking';
  return parseInput<IssueTrackingParameters, unknown>(storyParameters, parameters, {
    who,
    hasNo: `${who} has no`,
    member: `The parameter`,
  });
}

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

/**
 * Creates a rendering's mock with a user, who belongs to all organizations of the `world`, or to that of a new tenant. A user, because
 * pages use access tokens, not API keys.
 *
 * @throws TypeError for invalid parameters.
 */
export async function createStoryMock(
  { id, number }: { readonly id: string; readonly number: number },
  parameters: unknown,
  scenario: Scenario = 'normal',
): Promise<StoryMock> {
  const { world, issues, scopes, faults = [], clock, ...options } = checkParameters(parameters);
  const mock = createMock({
    baseUrl: `https://issues.test/${id}${number === 1 ? '' : `/${number}`}`,
    ...options,
    ...(world && { world }),
    ...(clock !== undefined && { clock: clockOf(clock) }),
  });
  mock.scenario = scenario;
  for (const fault of faults) mock.faults.add(fault);
  const place = world ? firstProjectOf(mock) : seedStory(mock, id, issues);
  const { id: userId } = mock.world.users.create({ organizations: place.organizations });
  made += 1;
  // A new token for each story: clients remember waits by token.
  const token = `oat_${String(made).padStart(12, '0')}`;
  const { token: accessToken } = mock.world.accessTokens.create({ userId, token, ...(scopes && { scopes }) });
  return {
    mock,
    projectId: place.projectId,
    clientOptions: { baseUrl: mock.clientOptions.baseUrl, accessToken, clock: mock.clock },
  };
}

interface StoryProject {
  /** Slugs. */
  readonly organizations: string[];
  readonly projectId: string;
}

function firstProjectOf({ world }: Mock): StoryProject {
  const [project] = world.projects.find();
  return { organizations: world.organizations.find().map(({ slug }) => slug), projectId: project?.id ?? '' };
}

function seedStory(mock: Mock, storyId: string, issues: TenantOptions['issues']): StoryProject {
  const { service } = internalsOf(mock);
  // The panel shows the id.
  const named = { id: `prj_${storyId}`, slug: storyId };
  const { organization, project } = createTenant(service, mock.world, { issues }, mock.clientOptions, named);
  return { organizations: [organization.slug], projectId: project.id };
}

function clockOf(clock: MockClock | Date | string): MockClock {
  return typeof clock === 'string' || clock instanceof Date ? virtualClock({ now: clock }) : clock;
}
