import { createMock } from '@issue-tracking/mock';
import { startMock } from '@issue-tracking/mock/browser';

/** A page that asks the mock one question, on its own origin: what goes past the mock is seen by the server. */
const mock = createMock({ baseUrl: location.origin });
const quiet = { quiet: true, onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } as const;
try {
  await startMock(mock, quiet);
  const headers = { authorization: 'Bearer svc_mock' };
  const response = await fetch('/api/v1/projects', { headers });
  show(`${response.status} ${(await response.json()).total}`);
} catch (error) {
  show(`failed: ${(error as Error).message}`);
}

function show(text: string): void {
  document.body.append(Object.assign(document.createElement('output'), { textContent: text }));
}
