import * as z from 'zod/mini';
import type { PulledWorld } from '../../data/world/pulled-world.ts';
import type { World } from '../../data/world/world.ts';
import { createMock } from '../../mock/create-mock.ts';
import type { Mock } from '../../mock/mock.ts';
import { type MockOptions, mockOptions } from '../../mock/options.ts';
import { type MockClientOptions, type TenantOptions, tenantSchema } from '../../mock/tenants/tenant.ts';
import type { MockClock } from '../../platform/clock/clock.ts';
import { virtualClock } from '../../platform/clock/virtual-clock.ts';
import { parseInput } from '../../platform/input/input-error.ts';
import { object } from '../../platform/input/schemas.ts';
import { type Fault, faultSchema } from '../../service/faults/fault.ts';
import type { Scenario } from '../../service/settings/scenarios.ts';

/** `parameters.issueTracking`: the service that a story sees. Everything has a default. */
export interface IssueTrackingParameters
  extends Pick<MockOptions, 'baseUrl' | 'world' | 'behavior' | 'seed' | 'rateLimit'>,
    TenantOptions {
  /**
   * Where the component looks for the service, if that can't be told to it: every story has an address of its own
   * otherwise. Of several stories on one page with the same address the last one answers.
   */
  baseUrl?: string | undefined;
  /** Failures to come, in order. */
  faults?: readonly Fault[] | undefined;
  /** A clock, or the time at which one stands still; the system's clock by default. */
  clock?: MockClock | Date | string | undefined;
}

/** Options of a client of a story's service. */
export interface StoryClientOptions extends Pick<MockClientOptions, 'baseUrl' | 'clock'> {
  accessToken: string;
}

/** The service behind a story, and the way to it. */
export interface StoryMock {
  readonly mock: Mock;
  /** The project to show: the tenant's, or the first one of the `world`; empty where that has none. */
  readonly projectId: string;
  /**
   * A client's options, with the access token of a person: `new IssueTrackingClient(clientOptions)`. Its requests show
   * in the browser's network panel.
   */
  readonly clientOptions: StoryClientOptions;
}

const { baseUrl, world, behavior, seed, rateLimit, clock } = mockOptions.def.shape;
const { issues, scopes } = tenantSchema.def.shape;
const clockMust = 'must be a clock, or a date such as 2026-04-01T09:30:00.000Z';

/** {@link IssueTrackingParameters}, as Storybook hands them over. */
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

/** How many have been made. */
let made = 0;

function checkParameters(parameters: unknown = {}): IssueTrackingParameters {
  const who = 'parameters.issueTracking';
  return parseInput(storyParameters, parameters, { who, hasNo: `${who} has no`, member: `The parameter` });
}

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

/**
 * Makes a story's service and a person for it, who belongs to every organization of the `world`, or else to that of a
 * fresh tenant. Pages have a person's access token, not an API key.
 *
 * @throws TypeError for parameters that can't be what their author meant: a misspelt one would be ignored and the story
 * mistaken.
 */
export async function createStoryMock(
  storyId: string,
  parameters: unknown,
  scenario: Scenario = 'normal',
): Promise<StoryMock> {
  const { world, issues, scopes, faults = [], clock, ...options } = checkParameters(parameters);
  const mock = createMock({
    baseUrl: `https://issues.test/${storyId}`,
    ...options,
    ...(world && { world }),
    ...(clock !== undefined && { clock: clockOf(clock) }),
  });
  mock.scenario = scenario;
  for (const fault of faults) mock.faults.add(fault);
  const place = world ? firstProjectOf(world) : await seedStory(mock, issues);
  const { id: userId } = await mock.dashboard.createUser({ organizations: place.organizations });
  made += 1;
  // One that no story before had: clients remember for how long a token has to wait.
  const token = `oat_${String(made).padStart(12, '0')}`;
  const { token: accessToken } = await mock.dashboard.createAccessToken({ userId, token, ...(scopes && { scopes }) });
  return {
    mock,
    projectId: place.projectId,
    clientOptions: { baseUrl: mock.clientOptions.baseUrl, accessToken, clock: mock.clock },
  };
}

interface StoryProject {
  /** Their slugs. */
  readonly organizations: string[];
  readonly projectId: string;
}

function firstProjectOf({ organizations = [] }: World | PulledWorld): StoryProject {
  const [project] = organizations.flatMap(({ projects = [] }): { id: string }[] => projects);
  return { organizations: organizations.map(({ slug }) => slug), projectId: project?.id ?? '' };
}

async function seedStory(mock: Mock, issues: TenantOptions['issues']): Promise<StoryProject> {
  const { organization, project } = await mock.tenant(issues === undefined ? {} : { issues });
  return { organizations: [organization.slug], projectId: project.id };
}

function clockOf(clock: MockClock | Date | string): MockClock {
  return typeof clock === 'string' || clock instanceof Date ? virtualClock({ now: clock }) : clock;
}
