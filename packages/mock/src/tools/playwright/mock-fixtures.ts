import type { BrowserContext } from 'playwright-core';
import { route } from '../../adapters/playwright/page-route.ts';
import { createMock } from '../../mock/create-mock.ts';
import type { Mock } from '../../mock/mock.ts';
import type { MockOptions } from '../../mock/options.ts';
import type { MockClientOptions, Tenant } from '../../mock/tenants/tenant.ts';

/** Fixtures of every Playwright test. Only those that a test names are created, and `mock` with the other two. */
export interface PageFixtures {
  /** The service, for this test alone. It answers every page of the test's browser context. */
  mock: Mock;
  /** An organization in it, with an empty project and a key. */
  tenant: Tenant;
  /** A client's options for that tenant: its key for a form, or a client of the test's own. */
  clientOptions: MockClientOptions;
}

type Use<Value> = (value: Value) => Promise<void>;

/**
 * Fixtures for Playwright's `test.extend`: a service of its own for each test, which answers its pages' requests to
 * `<baseUrl>/api/`.
 *
 * @param options those of `createMock`; `baseUrl` is where the pages send their requests.
 *
 * @example
 * const test = base.extend(mockFixtures({ baseUrl: 'https://issues.example.com' }));
 *
 * test('shows the issues', async ({ page, mock, tenant }) => {
 *   await mock.dashboard.createIssue({ projectId: tenant.project.id, title: 'Checkout hangs' });
 *   await page.goto('http://localhost:5173/');
 * });
 */
export function mockFixtures(options: MockOptions = {}) {
  return {
    // Playwright reads from the braces which fixtures one needs.
    /** @see PageFixtures.mock */
    async mock({ context }: { context: BrowserContext }, use: Use<Mock>): Promise<void> {
      const mock = createMock(options);
      await route(context, mock);
      await use(mock);
    },
    /** @see PageFixtures.tenant */
    async tenant({ mock }: { mock: Mock }, use: Use<Tenant>): Promise<void> {
      await use(await mock.tenant());
    },
    /** @see PageFixtures.clientOptions */
    async clientOptions({ tenant }: { tenant: Tenant }, use: Use<MockClientOptions>): Promise<void> {
      await use(tenant.clientOptions);
    },
  };
}
