import { mockFixtures } from '@issue-tracking/mock/playwright';
import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';

/** A browser context that only takes down what it shall route. */
function recordingContext() {
  const routed: ((url: URL) => boolean)[] = [];
  const context = { route: async (matches: (url: URL) => boolean) => void routed.push(matches), on() {}, once() {} };
  // As much of one as the fixture uses.
  return { context: context as unknown as BrowserContext, routed };
}

test('each test has its own mock, routed in its browser context before the test starts', async () => {
  const { context, routed } = recordingContext();
  const { mock: fixture } = mockFixtures({ baseUrl: 'https://issues.example.com' });
  const seen = new Set<unknown>();
  for (const round of [1, 2]) {
    await fixture({ context }, async (mock) => {
      seen.add(mock);
      expect(mock.baseUrl).toBe('https://issues.example.com');
      expect(routed).toHaveLength(round);
    });
  }
  expect(seen.size).toBe(2);
  const asks = (url: string) => routed[0]?.(new URL(url));
  expect(asks('https://issues.example.com/api/v1/projects')).toBe(true);
  expect(asks('http://localhost:5173/')).toBe(false);
});

test('the fixtures tenant and clientOptions belong to the mock of the test', async () => {
  const fixtures = mockFixtures();
  await fixtures.mock({ context: recordingContext().context }, (mock) =>
    fixtures.tenant({ mock }, (tenant) =>
      fixtures.clientOptions({ tenant }, async ({ apiKey, fetch, baseUrl }) => {
        const response = await fetch(`${baseUrl}/api/v1/projects`, { headers: { authorization: `Bearer ${apiKey}` } });
        expect((await response.json()).data).toMatchObject([{ id: tenant.project.id }]);
        expect(mock.requests.all()).toHaveLength(1);
      }),
    ),
  );
});

test('the fixture user is the first user of the tenant, and says what a tenant without users needs', async () => {
  const fixtures = mockFixtures();
  await fixtures.mock({ context: recordingContext().context }, async (mock) => {
    await fixtures.tenant({ mock }, async (tenant) => {
      await fixtures.user({ tenant }, async (user) => expect([user]).toEqual(tenant.users));
    });
    const tenant = await mock.tenant();
    await expect(fixtures.user({ tenant }, async () => {})).rejects.toThrow('mock.tenant({ users: 1 })');
  });
});

test('each fixture destructures its dependencies, as Playwright requires', () => {
  const needs = Object.values(mockFixtures()).map((fixture) => /\(\{\s*(\w+)\s*\}/.exec(String(fixture))?.[1]);
  expect(needs).toEqual(['context', 'mock', 'tenant', 'tenant']);
});
