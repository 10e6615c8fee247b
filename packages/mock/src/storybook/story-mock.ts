import { exactEnum } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { createMock } from '../create-mock.ts';
import { type Fault, faultSchema } from '../faults/fault.ts';
import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import { type MockOptions, mockOptions } from '../mock/mock-options.ts';
import { createTenant, type MockClientOptions, type TenantOptions, tenantSchema } from '../mock/tenant.ts';
import type { MockClock } from '../platform/clock/clock.ts';
import { fixedClock } from '../platform/clock/fixed-clock.ts';
import { systemClock } from '../platform/clock/system-clock.ts';
import { type Delay, delay, longest } from '../platform/delay.ts';
import { parseInput } from '../platform/input/input-error.ts';
import { object } from '../platform/input/schemas.ts';
import { type Scenario, scenarioNames } from '../settings/scenarios.ts';

/** `parameters.issueTracking`: options of a story's mock. All have defaults. */
export interface IssueTrackingParameters
  extends Pick<MockOptions, 'baseUrl' | 'world' | 'behavior' | 'seed' | 'rateLimit'>,
    TenantOptions {
  /**
   * Address of the service, for components with a fixed one. By default each rendering of a story has its own. Of several stories
   * on one page with the same address, the one that has the request's token responds, or else the last one.
   */
  baseUrl?: string | undefined;
  /** The mode of the service, by default `normal`. That of the toolbar, or of the story's `globals`, takes precedence. */
  scenario?: Scenario | undefined;
  /** As of the mock's settings; `Infinity` for a component that loads for ever. */
  latencyMs?: Delay | undefined;
  /** Faults to add, in order. */
  faults?: readonly Fault[] | undefined;
  /**
   * A date, for the times that the service writes: waits still pass, and a client retries as with the system clock. Or a clock, which
   * the client follows too. By default the system clock.
   */
  clock?: MockClock | Date | string | undefined;
}

/** Options of a client of a story's mock. */
export interface StoryClientOptions extends Pick<MockClientOptions, 'baseUrl' | 'clock'> {
  accessToken: string;
  /** 24 days, the longest, where the story's `latencyMs` is endless: the story shows how the component loads. */
  timeout?: number;
  /** Also there: the client doesn't warn of a wait that is meant. */
  logLevel?: 'error';
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
  latencyMs: z.optional(z.union([z.literal(Number.POSITIVE_INFINITY), delay])),
  scenario: z.optional(exactEnum(scenarioNames)),
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
 * @param chosen The scenario of the toolbar or of the story's `globals`.
 *
 * @throws TypeError for invalid parameters.
 */
export async function createStoryMock(
  { id, number }: { readonly id: string; readonly number: number },
  parameters: unknown,
  chosen?: Scenario,
): Promise<StoryMock> {
  const {
    world,
    issues,
    scopes,
    faults = [],
    clock,
    latencyMs = 0,
    scenario = 'normal',
    ...options
  } = checkParameters(parameters);
  const isEndless = latencyMs === Number.POSITIVE_INFINITY;
  const isDated = typeof clock === 'string' || clock instanceof Date;
  const mock = createMock({
    baseUrl: `https://issues.test/${id}${number === 1 ? '' : `/${number}`}`,
    ...options,
    latencyMs: isEndless ? longest : latencyMs,
    ...(world && { world }),
    ...(clock !== undefined && { clock: isDated ? fixedClock(clock) : clock }),
  });
  mock.scenario = chosen ?? scenario;
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
    clientOptions: {
      baseUrl: mock.clientOptions.baseUrl,
      accessToken,
      clock: isDated ? systemClock() : mock.clock,
      ...(isEndless && { timeout: longest, logLevel: 'error' }),
    },
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
