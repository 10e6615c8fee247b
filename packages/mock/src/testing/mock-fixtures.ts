import type { BrowserContext } from 'playwright-core';
import { route } from '../adapters/playwright.ts';
import { createMock } from '../create-mock.ts';
import type { Mock } from '../mock/mock.ts';
import type { MockOptions } from '../mock/mock-options.ts';
import { firstUser, type MockClientOptions, type Tenant, type TenantUser } from '../mock/tenant.ts';

/** Fixtures of Playwright tests. Playwright creates only those that a test uses. */
export interface PageFixtures {
  /** The mock of this test. It handles the requests of all pages of the test's browser context. */
  mock: Mock;
  /** A tenant of the mock, with an empty project, a key and a user. */
  tenant: Tenant;
  /** The first user of that tenant, such as a token to enter in a form. */
  user: TenantUser;
  /** Options of a client for that tenant, such as a key to enter in a form. */
  clientOptions: MockClientOptions;
}

type Use<Value> = (value: Value) => Promise<void>;

/**
 * Returns fixtures for Playwright's `test.extend`: each test has its own mock, which handles its pages' requests to
 * `<baseUrl>/api/`.
 *
 * @param options Options of `createMock`. `baseUrl` is the address to which the pages send their requests.
 *
 * @example
 * const test = base.extend(mockFixtures({ baseUrl: 'https://issues.example.com' }));
 *
 * test('shows the issues', async ({ page, mock, tenant }) => {
 *   mock.world.issues.create({ projectId: tenant.project.id, title: 'Checkout hangs' });
 *   await page.goto('http://localhost:5173/');
 * });
 */
export function mockFixtures(options: MockOptions = {}) {
  return {
    // Playwright reads the needed fixtures from the destructuring pattern.
    /** @see PageFixtures.mock */
    async mock({ context }: { context: BrowserContext }, use: Use<Mock>): Promise<void> {
      const mock = createMock(options);
      await route(context, mock);
      await use(mock);
    },
    /** @see PageFixtures.tenant */
    async tenant({ mock }: { mock: Mock }, use: Use<Tenant>): Promise<void> {
      await use(await mock.tenant({ users: 1 }));
    },
    /** @see PageFixtures.user */
    async user({ tenant }: { tenant: Tenant }, use: Use<TenantUser>): Promise<void> {
      await use(firstUser(tenant));
    },
    /** @see PageFixtures.clientOptions */
    async clientOptions({ tenant }: { tenant: Tenant }, use: Use<MockClientOptions>): Promise<void> {
      await use(tenant.clientOptions);
    },
  };
}
