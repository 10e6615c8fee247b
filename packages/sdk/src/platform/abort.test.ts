import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { runs } from '../../../../tools/testing/seeds.ts';
import { issue } from '../../test/support/records.ts';
import { json, scripted } from '../../test/support/scripted-service.ts';
import { onAbort } from './abort.ts';

test('a listener is called once, and not after it was removed', () => {
  const controller = new AbortController();
  const told: string[] = [];
  onAbort(controller.signal, () => told.push('first'));
  const forget = onAbort(controller.signal, () => told.push('second'));
  onAbort(controller.signal, () => told.push('third'));
  forget();
  controller.abort();
  controller.abort();
  expect(told).toEqual(['first', 'third']);
});

test('a signal has one listener while calls wait, and none otherwise', () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  const forget = [...Array(100)].map(() => onAbort(signal, () => {}));
  expect(added).toHaveBeenCalledTimes(1);
  for (const one of forget) one();
  expect(removed).toHaveBeenCalledTimes(1);
  onAbort(signal, () => {})();
  expect(added).toHaveBeenCalledTimes(2);
  expect(removed).toHaveBeenCalledTimes(2);
});

test('thousands of calls with one signal have one listener, and reject in batches of at most 1,000', async () => {
  const { client } = scripted([json({ data: issue() })], { rateLimit: { requests: 1 } });
  await client.issues.get('prj_web', 7);
  const stop = new AbortController();
  const added = vi.spyOn(stop.signal, 'addEventListener');
  let ended = 0;
  const calls = [...Array(runs(2_000, 20_000))].map(() =>
    client.issues.get('prj_web', 7, { signal: stop.signal }).catch(({ name }) => {
      expect(name).toBe('AbortError');
      ended++;
    }),
  );
  await setImmediate();
  expect(added).toHaveBeenCalledTimes(1);
  stop.abort();
  let most = 0;
  while (ended < calls.length) {
    const before = ended;
    await setImmediate();
    most = Math.max(most, ended - before);
  }
  expect(most).toBeLessThanOrEqual(1_000);
  expect(client.rateLimit.queued).toBe(0);
});
