import { createMock, type MockOptions } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { listen } from '@issue-tracking/mock/server';
import { expect, test } from 'vitest';

/** Calls an entry point as a program without types would. */
type Untyped = (...args: unknown[]) => unknown;

const mock = createMock();
const url = 'https://issues.test/api/v1/projects';

test.each<[unknown, string]>([
  [
    { latencyMs: { median: 5 } },
    'The option "latencyMs" must be a number from 0 to 2147483647, or a range such as [50, 400]; found an object.',
  ],
  [{ latencyMs: [400, 50] }, 'must be a range from minimum to maximum, such as [50, 400]; found an array.'],
  [{ baseUrl: 'localhost:4010' }, 'such as "https://issues.test"; found "localhost:4010".'],
  [
    { behavior: { readLag: -1 } },
    'The behavior option "readLag" must be one of 0, 100, or a number of milliseconds; found -1.',
  ],
  [{ behavior: { commentStatus: '201' } }, 'must be one of 201, 200; found "201".'],
])('createMock(%j) is rejected: %s', (options, message) => {
  expect(() => createMock(options as MockOptions)).toThrow(message);
});

test('the error for a base URL does not contain its user or query', () => {
  for (const baseUrl of ['https://ada:secret@issues.test', 'https://issues.test/?token=secret'])
    expect(() => createMock({ baseUrl })).toThrow(/^(?!.*secret).*must be "\*" or an http\(s\) address/);
});

test.each<[string, () => unknown, string]>([
  ['no argument', () => (setupMock as Untyped)(), 'Not a mock: pass the result of createMock()'],
  ['null', () => (setupMock as Untyped)(null), 'Not a mock: pass the result of createMock()'],
  [
    'two mocks',
    () => (setupMock as Untyped)(mock, createMock({ baseUrl: 'https://eu.test' })),
    'pass several mocks as one array',
  ],
  ['options', () => (setupMock as Untyped)(mock, { onUnhandledRequest: 'error' }), 'options to listen()'],
])('setupMock() rejects %s and names the valid argument', (_what, call, message) => {
  expect(call).toThrow(message);
});

test.each<[string, unknown[], string]>([
  ['no mock', [], 'Not a mock: pass the result of createMock()'],
  ['a promise', [Promise.resolve(mock)], 'Not a mock: pass the result of createMock()'],
  [
    'a host with a scheme',
    [mock, { host: 'http://localhost' }],
    '"host" must be an address or host name such as 127.0.0.1, without scheme and port; found "http://localhost".',
  ],
  [
    'a URL among allowHosts',
    [mock, { allowHosts: ['http://mock.internal'] }],
    '"allowHosts[0]" must be a host name such as mock.internal, without scheme and port; found "http://mock.internal".',
  ],
  ['a host with a port', [mock, { allowHosts: ['mock.internal:4010'] }], 'found "mock.internal:4010".'],
  ['a number as token', [mock, { token: 5 }], '"token" must be visible ASCII characters without blanks; found 5.'],
])('listen() rejects %s and names a valid value', async (_what, args, message) => {
  await expect(async () => (listen as Untyped)(...args)).rejects.toThrow(message);
});

test.each([['projects'], [url], ['/api/v1/projects?limit=1']])(
  'faults and filters reject the path %s, which no request has',
  (path) => {
    const message = `must be a path without address and query, such as /api/v1/projects; found "${path}".`;
    expect(() => mock.faults.add({ path, status: 503 })).toThrow(`A fault's "path" ${message}`);
    expect(() => mock.requests.find({ path })).toThrow(`The filter "path" ${message}`);
  },
);

test.each([[1], [{}], ['1']])('why() rejects %j and names the valid argument', (entry) => {
  expect(() => (mock.why as Untyped)(entry)).toThrow('must be called with an entry of the log');
});

test('the error for a record has the type of a missing member', () => {
  expect(() => (mock.world.comments.create as Untyped)({})).toThrow(
    /- projectId: must be a string; it is missing\n- issueNumber: must be a whole number from 1; it is missing$/,
  );
});
