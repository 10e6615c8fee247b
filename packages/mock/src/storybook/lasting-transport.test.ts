import { expect, test } from 'vitest';
import type { MockEvent } from '../../panel/transport/transport.ts';
import { lastingTransport } from './lasting-transport.ts';

/** A preview that answers once it is there. */
function preview() {
  const sent: string[] = [];
  let tell: (event: MockEvent) => void = () => {};
  let isThere = false;
  const transport = lastingTransport({
    call(method) {
      sent.push(method);
      return isThere ? Promise.resolve(method) : new Promise(() => {});
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
  const answers = Promise.all([transport.call('settings.get'), transport.call('requests.all')]);
  come();
  expect(await answers).toEqual(['settings.get', 'requests.all']);
});

test('a change is sent once, whatever its name, and a completed read is not repeated', async () => {
  const { transport, sent, come } = preview();
  const changes = ['settings.change', 'lockouts.lift', 'state.open', 'faults.switch', 'world.issues.move'];
  for (const method of changes) void transport.call(method, {});
  come();
  await transport.call('settings.get');
  come();
  expect(sent).toEqual([...changes, 'settings.get']);
});
