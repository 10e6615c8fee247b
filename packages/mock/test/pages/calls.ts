import { createMock } from '@issue-tracking/mock';
import { type StartMockOptions, startMock } from '@issue-tracking/mock/msw';
import { IssueTrackingClient } from '@issue-tracking/sdk';

/**
 * A page that starts a mock on its own origin and calls it: the server notices requests that pass the mock. `?options=` has
 * options of `startMock` as JSON. The functions on `window` are for tests.
 */
const options: StartMockOptions = JSON.parse(new URLSearchParams(location.search).get('options') ?? '{}');
const mock = createMock({ baseUrl: location.origin });
const quiet = { quiet: true, onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } as const;
try {
  await startMock(mock, { ...quiet, ...options });
  const client = new IssueTrackingClient({
    baseUrl: location.origin,
    accessToken: () => 'svc_mock',
    retry: { limit: 0, maxRetryAfter: 0 },
  });
  Object.assign(window, {
    mock,
    client,
    statusOf: async (issueNumber = 1) => (await client.issues.get('prj_web', issueNumber)).status,
    block: async (issueNumber = 1) =>
      (await client.issues.update('prj_web', issueNumber, { status: 'blocked' })).status,
  });
  const headers = { authorization: 'Bearer svc_mock' };
  const response = await fetch('/api/v1/projects', { headers });
  show(`${response.status} ${(await response.json()).total}`);
} catch (error) {
  show(`failed: ${(error as Error).message}`);
  Object.assign(window, {
    /** Tries another worker script. Returns why it fails. */
    start: (url: string) => startMock(mock, { ...quiet, serviceWorker: { url } }).catch(({ message }) => message),
  });
}

function show(text: string): void {
  document.body.append(Object.assign(document.createElement('output'), { textContent: text }));
}
