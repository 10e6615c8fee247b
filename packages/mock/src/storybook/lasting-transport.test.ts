import { expect, test } from 'vitest';
import type { MockEvent, RouteResponse } from '../../panel/transport/transport.ts';
import { lastingTransport } from './lasting-transport.ts';

/** A preview that answers once it is there. */
function preview() {
  const sent: string[] = [];
  let tell: (event: MockEvent) => void = () => {};
  let isThere = false;
  const transport = lastingTransport({
    send(method, path) {
      sent.push(`${method} ${path}`);
      return isThere ? Promise.resolve({ status: 200, body: path }) : new Promise<RouteResponse>(() => {});
    },
    subscribe(listener) {
      tell = listener;
      return () => {};
    },
  });
  const come = () => {
    isThere = true;
    tell({ type: 'another' });
  };
  return { transport, sent, come };
}

test('a read before the preview is ready gets its response when the preview is ready', async () => {
  const { transport, come } = preview();
  const answers = Promise.all([transport.send('GET', 'settings'), transport.send('GET', 'requests')]);
  come();
  expect(await answers).toEqual([
    { status: 200, body: 'settings' },
    { status: 200, body: 'requests' },
  ]);
});

test('a change is sent once, and a completed read is not repeated', async () => {
  const { transport, sent, come } = preview();
  come();
  await transport.send('GET', 'settings');
  void transport.send('PATCH', 'settings', {});
  come();
  expect(sent).toEqual(['GET settings', 'PATCH settings']);
});
