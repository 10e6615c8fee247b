import type { MockClock } from '../clock/clock.ts';
import { virtualClock } from '../clock/virtual-clock.ts';
import { createMock } from '../create-mock/create-mock.ts';
import type { MockOptions } from '../create-mock/options.ts';
import type { Fault } from '../faults/fault.ts';
import type { Mock } from '../mock.ts';
import type { MockClientOptions, TenantOptions } from '../tenants/tenant.ts';
import type { PulledWorld } from '../world/pulled-world.ts';
import type { World } from '../world/world.ts';

/** `parameters.issueTracking`: the service that a story sees. Everything has a default. */
export interface IssueTrackingParameters
  extends Pick<MockOptions, 'baseUrl' | 'world' | 'readings' | 'seed' | 'rateLimit'>,
    TenantOptions {
  /**
   * Where the component looks for the service, if that can't be told to it: every story has an address of its own
   * otherwise. Of several stories on one page with the same address the last one answers.
   */
  baseUrl?: string;
  /** Failures to come, in order. */
  faults?: readonly Fault[];
  /** A clock, or the time at which one stands still; the system's clock by default. */
  clock?: MockClock | Date | string;
}

/** What a client needs to talk to a story's service. */
export interface StoryClientOptions extends Pick<MockClientOptions, 'baseUrl' | 'clock'> {
  accessToken: string;
}

/** The service behind a story, and the way to it. */
export interface StoryTracker {
  readonly mock: Mock;
  /** The project to show: the tenant's, or the first one of the `world`; empty where that has none. */
  readonly projectId: string;
  /**
   * A client's options, with the access token of a person: `new IssueTrackingClient(clientOptions)`. Its requests show
   * in the browser's network panel.
   */
  readonly clientOptions: StoryClientOptions;
}

const names: { readonly [Name in keyof Required<IssueTrackingParameters>]: true } = {
  baseUrl: true,
  world: true,
  issues: true,
  scopes: true,
  readings: true,
  faults: true,
  clock: true,
  seed: true,
  rateLimit: true,
};

/** @throws TypeError for what is no such thing: a misspelt parameter would be ignored and the story mistaken. */
export function checkParameters(parameters: unknown = {}): IssueTrackingParameters {
  if (typeof parameters !== 'object' || parameters === null) {
    throw new TypeError('parameters.issueTracking must be an object.');
  }
  const unknown = Object.keys(parameters).find((name) => !Object.hasOwn(names, name));
  if (unknown !== undefined) {
    throw new TypeError(`parameters.issueTracking has no "${unknown}". It has ${Object.keys(names).join(', ')}.`);
  }
  return parameters;
}

/**
 * Makes a story's service and a person for it, who belongs to every organization of the `world`, or else to that of a
 * fresh tenant. Pages have a person's access token, not an API key.
 */
export async function createStoryTracker(
  storyId: string,
  { world, issues, scopes, faults = [], clock, ...options }: IssueTrackingParameters,
): Promise<StoryTracker> {
  if (world && issues !== undefined) {
    throw new TypeError('parameters.issueTracking has both a world and issues: write the issues into the world.');
  }
  const mock = createMock({
    baseUrl: `https://issues.test/${storyId}`,
    ...options,
    ...(world && { world }),
    ...(clock !== undefined && { clock: clockOf(clock) }),
  });
  for (const fault of faults) mock.faults.add(fault);
  const place = world ? placeIn(world) : await settle(mock, issues);
  const { id: userId } = await mock.dashboard.createUser({ organizations: place.organizations });
  const { token: accessToken } = await mock.dashboard.createAccessToken({ userId, ...(scopes && { scopes }) });
  return {
    mock,
    projectId: place.projectId,
    clientOptions: { baseUrl: mock.clientOptions.baseUrl, accessToken, clock: mock.clock },
  };
}

interface Place {
  /** Their slugs. */
  readonly organizations: string[];
  readonly projectId: string;
}

function placeIn({ organizations = [] }: World | PulledWorld): Place {
  const [project] = organizations.flatMap(({ projects = [] }): { id: string }[] => projects);
  return { organizations: organizations.map(({ slug }) => slug), projectId: project?.id ?? '' };
}

async function settle(mock: Mock, issues: TenantOptions['issues']): Promise<Place> {
  const { organization, project } = await mock.tenant(issues === undefined ? {} : { issues });
  return { organizations: [organization.slug], projectId: project.id };
}

function clockOf(clock: MockClock | Date | string): MockClock {
  return typeof clock === 'string' || clock instanceof Date ? virtualClock({ now: clock }) : clock;
}
