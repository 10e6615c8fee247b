import { createMock } from '@issue-tracking/mock';
import { startMock } from '@issue-tracking/mock/msw';

/**
 * A page that asks the mock one question, on its own origin: what goes past the mock is seen by the server.
 * `?persist=local` keeps the records, and `window.block()` changes one.
 */
const persist = new URLSearchParams(location.search).get('persist') as 'local' | 'session' | null;
const mock = createMock({ baseUrl: location.origin });
const quiet = { quiet: true, onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } as const;
try {
  await startMock(mock, { ...quiet, ...(persist && { persist }) });
  const headers = { authorization: 'Bearer svc_mock' };
  const response = await fetch('/api/v1/projects', { headers });
  const issue = async (init: RequestInit = {}): Promise<string> => {
    const answer = await fetch('/api/v1/projects/prj_web/issues/1', { headers, ...init });
    return (await answer.json()).data.status;
  };
  const json = { ...headers, 'content-type': 'application/json' };
  Object.assign(window, {
    statusOfOne: () => issue(),
    block: () => issue({ method: 'PATCH', headers: json, body: '{"status":"blocked"}' }),
  });
  show(`${response.status} ${(await response.json()).total}`);
} catch (error) {
  show(`failed: ${(error as Error).message}`);
}

function show(text: string): void {
  document.body.append(Object.assign(document.createElement('output'), { textContent: text }));
}
