import { createMock, type Mock } from '@issue-tracking/mock';
import { handlers, releaseHandlers, setupMock } from '@issue-tracking/mock/msw';
import { listen } from '@issue-tracking/mock/server';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';

interface Holder {
  readonly current: Pick<AbortSignal, 'aborted' | 'reason' | 'addEventListener' | 'removeEventListener'>;
}

/** The contract with clients, which read these symbols and import nothing of the mock. */
const published = (baseUrl: string) =>
  (globalThis as { [key: symbol]: Map<string, Holder> | undefined })[Symbol.for('@issue-tracking/generations')]?.get(
    baseUrl,
  );

function marked({ fetch }: Pick<Mock, 'fetch'>): Holder {
  return (fetch as unknown as { [key: symbol]: Holder })[Symbol.for('@issue-tracking/generation')] as Holder;
}

function serving(...mocks: Mock[]) {
  const server = setupMock(mocks);
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => {
    // MSW refuses to close a server twice; 1 is listening.
    if (server.readyState === 1) server.close();
  });
  return server;
}

test.each(['reset', 'restore'] as const)('%s() ends the generation of mock.fetch and starts a new one', (name) => {
  const mock = createMock();
  const snapshot = mock.snapshot();
  const holder = marked(mock);
  const { current: old } = holder;
  const [kept, removed] = [vi.fn(), vi.fn()];
  old.addEventListener('abort', kept);
  old.addEventListener('abort', removed);
  old.removeEventListener('abort', removed);
  mock[name](snapshot);
  expect(old).toMatchObject({ aborted: true, reason: { name: 'AbortError', message: 'The mock was reset' } });
  expect([kept, removed].map(({ mock: { calls } }) => calls.length)).toEqual([1, 0]);
  expect(marked(mock)).toBe(holder);
  expect(holder.current).toMatchObject({ aborted: false, reason: undefined });
});

test('an abort listener of a generation can read the next generation', () => {
  const mock = createMock();
  serving(mock);
  const found: boolean[] = [];
  for (const holder of [marked(mock), published(mock.baseUrl)]) {
    holder?.current.addEventListener('abort', () => {
      found.push(marked(mock).current.aborted, published(mock.baseUrl)?.current.aborted ?? true);
    });
  }
  mock.reset();
  expect(found).toEqual([false, false, false, false]);
});

test('a rejected restore() does not end the generation', () => {
  const mock = createMock();
  const { current } = marked(mock);
  expect(() => mock.restore({ now: 0 })).toThrow('Not a snapshot');
  expect(marked(mock).current).toBe(current);
  expect(current.aborted).toBe(false);
});

test('a wrapper with the members of mock.fetch has the same generation', () => {
  const mock = createMock();
  const fetch = Object.assign(((...request) => mock.fetch(...request)) as typeof mock.fetch, mock.fetch);
  mock.reset();
  expect(marked({ fetch }).current).toBe(marked(mock).current);
});

test('setupMock publishes a generation at each base URL while it listens', () => {
  const [eu, us] = [createMock({ baseUrl: 'https://EU.issues.test:443/tracker/' }), createMock({ baseUrl: '*' })];
  const server = serving(eu, us);
  const [ofEu, ofUs] = ['https://eu.issues.test/tracker', '*'].map((baseUrl) => published(baseUrl)?.current);
  us.reset();
  expect([ofEu?.aborted, ofUs?.aborted]).toEqual([false, true]);
  const { current: ofFetch } = marked(eu);
  server.close();
  expect(ofEu).toMatchObject({ aborted: true, reason: { name: 'AbortError', message: 'The mock was closed' } });
  expect(ofFetch.aborted).toBe(false);
  expect(published('*')).toBeUndefined();
  server.listen();
  expect(published('*')?.current.aborted).toBe(false);
});

test('the last of two mocks to listen at a base URL publishes its generation', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const [first, second] = [createMock(), createMock()];
  const forgotten = serving(first);
  const { current: ofFirst } = published(first.baseUrl) as Holder;
  const server = serving(second);
  const { current: ofSecond } = published(first.baseUrl) as Holder;
  expect(ofSecond).not.toBe(ofFirst);
  forgotten.close();
  expect([ofFirst.aborted, published(first.baseUrl)?.current]).toEqual([true, ofSecond]);
  server.close();
  expect(published(first.baseUrl)).toBeUndefined();
});

test('setupMock publishes nothing before it listens', () => {
  const mock = createMock({ baseUrl: 'https://silent.issues.test' });
  setupMock(mock);
  expect(published(mock.baseUrl)).toBeUndefined();
});

test('handlers publish their generation when created, and again when they respond after others, until they are released', async () => {
  const [mock, other] = [createMock(), createMock()];
  const server = setupServer(...handlers(mock));
  const own = published(mock.baseUrl);
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());
  server.use(...handlers(other));
  expect(published(mock.baseUrl)).not.toBe(own);
  server.resetHandlers();
  await fetch(`${mock.baseUrl}/api/v1/projects`);
  expect(published(mock.baseUrl)).toBe(own);
  expect(handlers(mock)).toHaveLength(1);
  expect(published(mock.baseUrl), 'the same again').toBe(own);
  releaseHandlers(other);
  expect(published(mock.baseUrl), 'not the other’s to take back').toBe(own);
  releaseHandlers(mock);
  expect(published(mock.baseUrl)).toBeUndefined();
  expect(own?.current.reason).toMatchObject({ message: 'The mock was closed' });
});

test.each([
  ['127.0.0.1', ['127.0.0.1', 'localhost', 'mock.example'], ['[::1]']],
  ['0.0.0.0', ['127.0.0.1', 'localhost', '[::1]', 'mock.example'], []],
])(
  'listen() on %s publishes a generation at its URL and at other names of the computer',
  async (host, names, absent) => {
    const mock = createMock();
    const server = await listen(mock, { host, allowHosts: ['Mock.example'] });
    onTestFinished(() => server.close());
    const { port } = new URL(server.url);
    const at = (all: string[]) => all.map((name) => published(`http://${name}:${port}`)?.current);
    const open = at(names);
    expect(published(server.url)?.current.aborted).toBe(false);
    expect(open.map((generation) => generation?.aborted)).toEqual(names.map(() => false));
    expect(at(absent)).toEqual(absent.map(() => undefined));
    const closed = server.close();
    expect(open.map((generation) => generation?.aborted)).toEqual(names.map(() => true));
    expect(at(names)).toEqual(names.map(() => undefined));
    await closed;
  },
);
