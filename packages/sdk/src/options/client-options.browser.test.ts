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

test('a header that the browser sets itself is rejected by name, although its fetch would only leave it out', async () => {
  const sent: string[] = [];
  const client = new IssueTrackingClient({
    baseUrl: 'https://issues.test',
    accessToken: 'token',
    fetch: async (url) => {
      sent.push(String(url));
      return Response.json({ data: [] });
    },
  });
  for (const name of ['Content-Length', 'expect', 'host', 'keep-alive', 'transfer-encoding', 'upgrade']) {
    await expect(client.projects.list({}, { headers: { [name]: '1' } })).rejects.toThrow(
      `headers.${name.toLowerCase()} is set by the platform`,
    );
  }
  expect(sent).toEqual([]);
});
