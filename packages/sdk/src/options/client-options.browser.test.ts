import { InvalidArgumentError, IssueTrackingClient } from '@issue-tracking/sdk';
import type { RateLimitStore } from '@issue-tracking/sdk/store';
import { expect, test } from 'vitest';

test('a store in a browser is rejected', () => {
  const store: RateLimitStore = {
    acquire: async () => ({ ok: true, slot: '1' }),
    release: async () => {},
    pause: async () => {},
  };
  const make = () =>
    new IssueTrackingClient({ baseUrl: 'https://issues.test', accessToken: 'token', rateLimit: { store } });
  expect(make).toThrow(InvalidArgumentError);
  expect(make).toThrow('rateLimit.store works in servers and workers, not in a page');
});
