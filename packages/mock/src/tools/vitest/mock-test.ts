import { test as base, type TestAPI } from 'vitest';
import { createMock } from '../../mock/create-mock.ts';
import type { Mock } from '../../mock/mock.ts';
import type { MockClientOptions, Tenant } from '../../mock/tenants/tenant.ts';
import { unusedText } from '../matchers/unused-faults.ts';

/** Fixtures of every test. Only those that a test names are created. */
export interface MockFixtures {
  /** The service, for this test alone, which fails if a fault of it has touched no request. `test.override('mock', () => createMock({ … }))` makes it another way. */
  mock: Mock;
  /** An organization in it, with an empty project and a key. */
  tenant: Tenant;
  /** A client's options for that tenant: `new IssueTrackingClient(clientOptions)`. */
  clientOptions: MockClientOptions;
}

/** {@link MockFixtures} and a client made from them. */
export interface ClientFixtures<Client> extends MockFixtures {
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
export const test: TestAPI<MockFixtures> = base.extend<MockFixtures>({
  // Vitest reads from the braces which fixtures this one needs.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  mock: async ({}, use) => useMock(createMock(), use),
  tenant: async ({ mock }, use) => use(await mock.tenant()),
  // Here too, as `override` may have changed the fixture above.
  clientOptions: async ({ mock, tenant }, use) => {
    await use(tenant.clientOptions);
    failOnUnusedFaults(mock);
  },
});

async function useMock(mock: Mock, use: (mock: Mock) => Promise<void>): Promise<void> {
  await use(mock);
  failOnUnusedFaults(mock);
}

/** Mocks that a test has failed for already. */
const failed = new WeakSet<Mock>();

/** A fault that has touched nothing means that a test has not tested what it says. */
function failOnUnusedFaults(mock: Mock): void {
  const text = failed.has(mock) ? undefined : unusedText(mock);
  if (text === undefined) return;
  failed.add(mock);
  throw new Error(`${text}\nTake out with mock.faults.clear() what this test doesn't need.`);
}

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
    client: async ({ clientOptions }: MockFixtures, use: (client: Client) => Promise<void>) =>
      use(new options.client(clientOptions)),
  });
}
