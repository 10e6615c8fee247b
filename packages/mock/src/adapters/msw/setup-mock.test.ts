import { createMock, type Mock } from '@issue-tracking/mock';
import { handlers, setupMock } from '@issue-tracking/mock/msw';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';

function listening(mocks: Mock | readonly Mock[], ...own: RequestHandler[]): void {
  const server = setupMock(mocks, ...own);
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());
}

async function names(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization: 'Bearer svc_mock' } });
  const { data, ...rest } = await response.json();
  return data?.map(({ name }: { name: string }) => name) ?? rest;
}

test('setupMock() serves several mocks, each at its base URL', async () => {
  const [eu, us] = ['eu', 'us'].map((region) => createMock({ baseUrl: `https://${region}.issues.test` }));
  if (!eu || !us) throw new Error('There are two.');
  us.world.projects.create({ organizationId: '00000000-0000-4000-8000-000000000001', name: 'New' });
  listening([eu, us]);
  expect(await names('https://eu.issues.test/api/v1/projects')).toEqual(['Web']);
  expect(await names('https://us.issues.test/api/v1/projects')).toEqual(expect.arrayContaining(['Web', 'New']));
});

test('setupMock() rejects two mocks with the same base URL', () => {
  expect(() => setupMock([createMock(), createMock()])).toThrow(
    'Two mocks have the address https://issues.test: pass different base URLs',
  );
});

test('additional handlers of setupMock() take precedence over the mock', async () => {
  const own = (path: string) => http.get(path, () => HttpResponse.json({ own: true }));
  listening(createMock(), own('https://app.example/me'), own('https://issues.test/api/v1/projects/prj_web/issues'));
  expect(await names('https://app.example/me')).toEqual({ own: true });
  expect(await names('https://issues.test/api/v1/projects/prj_web/issues')).toEqual({ own: true });
  expect(await names('https://issues.test/api/v1/projects')).toEqual(['Web']);
});

/** Returns the warnings of the console. */
function warnings() {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  return warn.mock.calls;
}

const headers = { authorization: 'Bearer svc_mock', 'content-type': 'application/json' };
const issue = 'https://issues.test/api/v1/projects/prj_web/issues/1';
const update = () => fetch(issue, { method: 'PATCH', headers, body: '{"status":"blocked"}' });

test('a second server that listens closes the first with a warning, and each request counts once', async () => {
  const printed = warnings();
  const [first, second] = [createMock(), createMock()];
  const [earlier, later] = [setupMock(first), setupMock(second)];
  earlier.listen();
  earlier.close();
  later.listen();
  later.close();
  expect(printed).toEqual([]);
  earlier.listen();
  later.listen();
  expect(printed).toEqual([[expect.stringMatching(/an earlier server was not closed. It is closed now/)]]);
  await fetch(issue, { headers });
  await update();
  expect(second.requests.all().map(({ method, status }) => `${method} ${status}`)).toEqual(['GET 200', 'PATCH 200']);
  expect(first.requests.all()).toEqual([]);
  // As in an afterAll: the first has nothing left to close.
  later.close();
  earlier.close();
  expect(printed).toHaveLength(1);
});

test.each(['before', 'after'])('each request counts once beside a server of MSW that listens %s it', async (when) => {
  const failures = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => failures.mockRestore());
  const mock = createMock();
  const servers = [setupServer(...handlers(mock)), setupMock(mock)];
  if (when === 'after') servers.reverse();
  for (const server of servers) server.listen();
  await update();
  expect(mock.requests.all().map(({ method, status }) => `${method} ${status}`)).toEqual(['PATCH 200']);
  for (const server of servers.reverse()) server.close();
  expect(failures).not.toHaveBeenCalled();
});

test('a second listen() of a server is an error, and a second close() is none', () => {
  const server = setupMock(createMock());
  server.listen();
  expect(() => server.listen()).toThrow('already listening');
  server.close();
  server.close();
});

test.each(['onUnhandledFrame', 'onUnhandledRequest'])('listen() knows the option under the name %s', async (name) => {
  const failures = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => failures.mockRestore());
  const server = setupMock(createMock());
  server.listen({ [name]: 'error' });
  onTestFinished(() => server.close());
  await expect(fetch('https://other.test/')).rejects.toMatchObject({ cause: { name: 'InternalError' } });
});

test.each([
  [{ onUnhandledFrames: 'error' }, 'listen() has no option "onUnhandledFrames"; did you mean "onUnhandledFrame"?'],
  [{ onUnhandledFrame: 'eror' }, 'onUnhandledFrame must be "warn", "error", "bypass" or a function; found "eror".'],
  [{ onUnhandledRequest: null }, 'must be "warn", "error", "bypass" or a function; found null.'],
])('listen(%j) throws and does not listen: %s', (options, message) => {
  const { fetch } = globalThis;
  const server = setupMock(createMock());
  expect(() => server.listen(options as never)).toThrow(message);
  expect(globalThis.fetch).toBe(fetch);
});
