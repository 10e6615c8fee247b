import { test as base, type TestAPI } from 'vitest';
import type { Mock } from '../mock.ts';
import type { MockClientOptions, Tenant } from '../tenants/tenant.ts';
import { createMockForTest } from './create-mock-for-test.ts';

/** What every test is given; only what it names is made. */
export interface TrackerFixtures {
  /** The service, for this test alone. `test.override('mock', () => createMock({ … }))` makes it another way. */
  mock: Mock;
  /** An organization in it, with an empty project and a key. */
  tenant: Tenant;
  /** A client's options for that tenant: `new IssueTrackingClient(clientOptions)`. */
  clientOptions: MockClientOptions;
}

/** {@link TrackerFixtures} and a client made from them. */
export interface ClientFixtures<Client> extends TrackerFixtures {
  /** A client of that tenant. */
  client: Client;
}

// Older ones ignore this way of `extend`. The peer dependency takes them, for who uses `createMock` alone.
if (!('override' in base))
  throw new Error(
    '@issue-tracking/mock/vitest needs Vitest 4.1 or later. With an older one, call createMock() of @issue-tracking/mock.',
  );

/**
 * Vitest's `test` with a service of its own for each test: tests share no record, fault, clock or rate window, also
 * under `test.concurrent`.
 *
 * @example
 * test('a new project has no issues', async ({ clientOptions, tenant }) => {
 *   const client = new IssueTrackingClient(clientOptions);
 *   expect(await client.issues.list(tenant.project.id)).toMatchObject({ total: 0 });
 * });
 */
export const test: TestAPI<TrackerFixtures> = base.extend<TrackerFixtures>({
  // Vitest reads from the braces which fixtures this one needs.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  mock: async ({}, use) => use(createMockForTest()),
  tenant: async ({ mock }, use) => use(await mock.tenant()),
  clientOptions: async ({ tenant }, use) => use(tenant.clientOptions),
});

/**
 * {@link test} with a ready `client`. It takes the class of the client, so the mock depends on no SDK.
 *
 * @example
 * const test = trackerTest({ client: IssueTrackingClient }).extend('tenant', ({ mock }) => mock.tenant({ issues: 3 }));
 *
 * test('the project has its issues', async ({ client, tenant }) => {
 *   expect(await client.issues.list(tenant.project.id)).toMatchObject({ total: 3 });
 * });
 */
export function trackerTest<Client>(options: {
  client: new (options: MockClientOptions) => Client;
}): TestAPI<ClientFixtures<Client>> {
  return test.extend<{ client: Client }>({
    client: async ({ clientOptions }: TrackerFixtures, use: (client: Client) => Promise<void>) =>
      use(new options.client(clientOptions)),
  });
}
