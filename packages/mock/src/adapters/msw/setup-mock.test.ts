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

test('several mocks are answered for, each at its address', async () => {
  const [eu, us] = ['eu', 'us'].map((region) => createMock({ baseUrl: `https://${region}.issues.test` }));
  if (!eu || !us) throw new Error('There are two.');
  await us.dashboard.createProject({ organizationId: '00000000-0000-4000-8000-000000000001', name: 'New' });
  listening([eu, us]);
  expect(await names('https://eu.issues.test/api/v1/projects')).toEqual(['Web']);
  expect(await names('https://us.issues.test/api/v1/projects')).toEqual(expect.arrayContaining(['Web', 'New']));
});

test('two mocks at one address are refused', () => {
  expect(() => setupMock([createMock(), createMock()])).toThrow(
    'Two mocks have the address https://issues.test: pass different base URLs',
  );
});

test('handlers of one’s own stand beside the mock, and before it', async () => {
  const own = (path: string) => http.get(path, () => HttpResponse.json({ own: true }));
  listening(createMock(), own('https://app.example/me'), own('https://issues.test/api/v1/projects/prj_web/issues'));
  expect(await names('https://app.example/me')).toEqual({ own: true });
  expect(await names('https://issues.test/api/v1/projects/prj_web/issues')).toEqual({ own: true });
  expect(await names('https://issues.test/api/v1/projects')).toEqual(['Web']);
});

test('a second server that listens says that the first no longer receives requests', () => {
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
