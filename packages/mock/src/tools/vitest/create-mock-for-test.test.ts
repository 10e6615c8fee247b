import { IssueTrackingClient } from '@issue-tracking/sdk';
import { setupServer } from 'msw/node';
import { expect } from 'vitest';
import { test } from './tracker-test.ts';

test('the handlers of the fixture work in the application’s own MSW', async ({ mock }) => {
  const server = setupServer(...mock.handlers);
  server.listen();
  const { baseUrl, apiKey } = mock.clientOptions;
  const { total } = await new IssueTrackingClient({ baseUrl, apiKey }).issues.list('prj_web');
  server.close();
  expect(total).toBe(3);
  expect(mock.handlers).toBe(mock.handlers);
});

test('the collections of the fixture are there', async ({ mock }) => {
  expect(mock.world.issues.count()).toBe(3);
});
