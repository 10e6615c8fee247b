import { test as base, type TestAPI } from 'vitest';
import { createMock } from '../create-mock.ts';
import type { Mock } from '../mock/mock.ts';
import { firstUser, type MockClientOptions, type Tenant, type TenantUser } from '../mock/tenant.ts';
import { unusedText } from './unused-faults.ts';

/** Fixtures of each test. Vitest creates only those that a test uses. */
export interface MockFixtures {
  /** The mock of this test, which fails if a fault has applied to no request. Change its options with `test.override('mock', () => createMock({ … }))`. */
  mock: Mock;
  /** A tenant of the mock, with an empty project, a key and a user. */
  tenant: Tenant;
  /** The first user of that tenant: `new IssueTrackingClient(user.clientOptions)`. */
  user: TenantUser;
  /** Options of a client for that tenant: `new IssueTrackingClient(clientOptions)`. */
  clientOptions: MockClientOptions;
}

// Older versions ignore this form of `extend`. The peer dependency allows them for users of `createMock` alone.
if (!('override' in base))
  throw new Error(
    '@issue-tracking/mock/vitest needs Vitest 4.1 or later. With an older one, call createMock() of @issue-tracking/mock.',
  );

/**
 * Vitest's `test` with a mock for each test: tests share no records, faults, clock or rate limit, also with `test.concurrent`. A
 * test fails if one of its faults has applied to no request.
 *
 * @example
 * test('a new project has no issues', async ({ clientOptions, tenant }) => {
 *   const client = new IssueTrackingClient(clientOptions);
 *   expect(await client.issues.list(tenant.project.id)).toMatchObject({ total: 0 });
 * });
 */
export const test: TestAPI<MockFixtures> = base.extend<MockFixtures>({
  // Vitest reads the needed fixtures from the destructuring pattern.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  mock: async ({}, use) => useMock(createMock(), use),
  tenant: async ({ mock }, use) => use(await mock.tenant({ users: 1 })),
  user: async ({ tenant }, use) => use(firstUser(tenant)),
  // Repeated, because `override` may have replaced the fixture `mock`.
  clientOptions: async ({ mock, tenant }, use) => {
    await use(tenant.clientOptions);
    failOnUnusedFaults(mock);
  },
});

async function useMock(mock: Mock, use: (mock: Mock) => Promise<void>): Promise<void> {
  await use(mock);
  failOnUnusedFaults(mock);
}

/** Mocks whose unused faults were already reported. */
const failed = new WeakSet<Mock>();

/** Throws for unused faults: the test has not tested the failure. */
function failOnUnusedFaults(mock: Mock): void {
  const text = failed.has(mock) ? undefined : unusedText(mock);
  if (text === undefined) return;
  failed.add(mock);
  throw new Error(`${text}\nRemove faults that this test doesn't need with mock.faults.clear().`);
}
