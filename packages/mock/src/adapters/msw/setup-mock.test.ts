import { createMock, type Mock } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';

function listening(mocks: Mock | readonly Mock[], ...handlers: RequestHandler[]): void {
  const server = setupMock(mocks, ...handlers);
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
  await us.dashboard.createProject({ organizationId: '00000000-0000-4000-8000-000000000001', name: 'New' });
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

test('a second server that listens warns if the first is not closed', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const [first, second] = [createMock(), createMock()].map((mock) => setupMock(mock));
  first?.listen();
  first?.close();
  second?.listen();
  expect(warn).not.toHaveBeenCalled();
  first?.listen();
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('an earlier server was not closed'));
  first?.close();
  second?.close();
});
