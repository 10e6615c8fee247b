import { createMock } from '@issue-tracking/mock';
import { expect, test, vi } from 'vitest';
import { directTransport } from '../transport/direct-transport.ts';
import { RequestList } from './request-list.ts';

/** A request list of a mock, told of its requests as a panel is. */
function listed() {
  const mock = createMock();
  const transport = directTransport(mock);
  const list = new RequestList(transport, (error) => expect.unreachable(String(error)));
  transport.subscribe((event) => event.type === 'request' && list.add(event.entry));
  const send = (init: RequestInit = {}) =>
    mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers: { authorization: 'Bearer svc_mock' }, ...init });
  return { mock, list, send, numbers: () => list.entries.value.map(({ number }) => number) };
}

test('a request whose client leaves in a latency is one entry, in its place, that ends as aborted', async () => {
  const { mock, list, send, numbers } = listed();
  await list.load();
  mock.settings.change({ latencyMs: 1_000_000 });
  const leaving = new AbortController();
  const left = send({ signal: leaving.signal });
  await vi.waitFor(() => expect(list.entries.value).toMatchObject([{ number: 1, status: 200 }]));
  mock.settings.change({ latencyMs: 0 });
  await send();
  leaving.abort();
  await expect(left).rejects.toThrow('aborted');
  await vi.waitFor(() => expect(list.entries.value[1]).toMatchObject({ number: 1, reason: 'aborted' }));
  expect(list.entries.value[1]).not.toHaveProperty('status');
  expect(list.entries.value[1]?.why).toContain('The client aborted the request');
  expect(numbers()).toEqual([2, 1]);
  await list.load();
  expect(numbers()).toEqual([2, 1]);
});

test('a request that ends after later ones stands where the log has it', async () => {
  const { mock, list, send, numbers } = listed();
  await list.load();
  mock.faults.add({ delayMs: 1_000_000 });
  const slow = send();
  await send();
  await send();
  await mock.clock.advance(1_000_000);
  await slow;
  await vi.waitFor(() => expect(numbers()).toEqual([3, 2, 1]));
});
