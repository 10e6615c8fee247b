import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test, vi } from 'vitest';
import { issue } from '../../test/support/records.ts';

const baseUrl = 'https://issues.test';

test('in a browser an API key causes one warning without the key, and an access token causes none', () => {
  const warn = vi.fn();
  const logger = { debug() {}, info() {}, warn, error() {} };
  new IssueTrackingClient({ baseUrl, accessToken: 'token', logger });
  expect(warn).not.toHaveBeenCalled();
  new IssueTrackingClient({ baseUrl, apiKey: 'svc_s3cret', logger });
  new IssueTrackingClient({ baseUrl, apiKey: 'svc_other', logger });
  expect(warn).toHaveBeenCalledOnce();
  expect(String(warn.mock.calls[0])).toContain('API key');
  expect(String(warn.mock.calls[0])).not.toContain('s3cret');
});

test('in a browser responses are validated, and requests have no User-Agent', async () => {
  const requests: Request[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(new Request(input, init));
    return Response.json({ data: requests.length === 1 ? issue() : issue({ issueNumber: null }) });
  };
  const client = new IssueTrackingClient({ baseUrl, accessToken: 'token', fetch });
  expect((await client.issues.get('prj_web', 7)).title).toBe('Checkout hangs');
  await expect(client.issues.get('prj_web', 7)).rejects.toThrow('data.issueNumber must be a whole number');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer token');
  expect(requests[0]?.headers.has('user-agent')).toBe(false);
});

test('in a browser reads bypass the HTTP cache, and writes use the default', async () => {
  const caches: (string | undefined)[] = [];
  const fetch = async (_input: RequestInfo | URL, init?: RequestInit) => {
    caches.push(init?.cache);
    return Response.json({});
  };
  const client = new IssueTrackingClient({ baseUrl, accessToken: 'token', fetch });
  await client.request('GET', '/api/v1/x');
  await client.request('POST', '/api/v1/x', { body: {} });
  expect(caches).toEqual(['no-store', undefined]);
});

test('in a browser the global fetch can be called', async () => {
  const client = new IssueTrackingClient({ baseUrl: location.origin, accessToken: 'token', retry: false });
  await expect(client.issues.get('prj_web', 7)).rejects.toMatchObject({
    name: expect.stringMatching(/Error$/),
    attempts: [{}],
  });
});

test('in a browser an opaque redirect is not followed', async () => {
  const opaque = { status: 0, type: 'opaqueredirect', headers: new Headers(), body: null, text: async () => '' };
  const fetch = async () => opaque as Response;
  const client = new IssueTrackingClient({ baseUrl, accessToken: 'token', fetch });
  await expect(client.issues.get('prj_web', 7)).rejects.toMatchObject({ name: 'UnexpectedResponseError', status: 0 });
});

test('in a browser clients share their rate limit, and attempts time out', async () => {
  const fetch = () => new Promise<Response>(() => {});
  const client = new IssueTrackingClient({ baseUrl, accessToken: 'token', fetch, timeout: 5, retry: false });
  await expect(client.issues.get('prj_web', 7)).rejects.toMatchObject({ name: 'TimeoutError', limitMs: 5 });
  expect(new IssueTrackingClient({ baseUrl, accessToken: 'token', fetch }).rateLimit.used).toBe(1);
});
