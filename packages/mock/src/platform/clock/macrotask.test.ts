import { getActiveResourcesInfo } from 'node:process';
import { mock as nodeMock } from 'node:test';
import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => {
  nodeMock.timers.reset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** As it is for who imports it now, whatever the globals are by now. */
async function loaded() {
  vi.resetModules();
  return (await import('./macrotask.ts')).nextMacrotask;
}

/** Whether promises alone can't get there, and it comes. */
async function isMacrotask(next: () => Promise<void>): Promise<boolean> {
  let arrived = false;
  const arrival = next().then(() => {
    arrived = true;
  });
  for (let i = 0; i < 100; i++) await Promise.resolve();
  const early = arrived;
  await arrival;
  return !early;
}

const messagePorts = () => getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

test('by setImmediate', async () => {
  expect(await isMacrotask(await loaded())).toBe(true);
});

test('without setImmediate by messages, of which none is lost', async () => {
  vi.stubGlobal('setImmediate', undefined);
  const next = await loaded();
  expect(await isMacrotask(next)).toBe(true);
  const order: number[] = [];
  await Promise.all([1, 2, 3].map((name) => next().then(() => order.push(name))));
  expect(order).toEqual([1, 2, 3]);
});

test('an import leaves no message port behind, and one that was used does not keep the process going', async () => {
  const before = messagePorts();
  vi.stubGlobal('setImmediate', undefined);
  const next = await loaded();
  expect(messagePorts()).toBe(before);
  await Promise.all([next(), next()]);
  await next();
  expect(messagePorts()).toBe(before);
});

test('with neither, as in jsdom under Jest, by timers', async () => {
  vi.stubGlobal('setImmediate', undefined);
  vi.stubGlobal('MessageChannel', undefined);
  expect(await isMacrotask(await loaded())).toBe(true);
});

test('in Cloudflare Workers by timers, too: messages come too early there', async () => {
  vi.stubGlobal('setImmediate', undefined);
  vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
  const channel = vi.fn(MessageChannel);
  vi.stubGlobal('MessageChannel', channel);
  expect(await isMacrotask(await loaded())).toBe(true);
  expect(channel).not.toHaveBeenCalled();
});

describe('loaded after fake timers were installed', () => {
  test('those of Vitest, Jest and Sinon, it waits for the real ones', async () => {
    vi.useFakeTimers();
    expect(await isMacrotask(await loaded())).toBe(true);
  });

  test('the same where there are only timers', async () => {
    vi.stubGlobal('setImmediate', undefined);
    vi.stubGlobal('MessageChannel', undefined);
    vi.useFakeTimers();
    expect(await isMacrotask(await loaded())).toBe(true);
  });

  test('those of node:test, it waits for messages', async () => {
    nodeMock.timers.enable({ apis: ['setImmediate', 'setTimeout'] });
    expect(await isMacrotask(await loaded())).toBe(true);
  });

  test('the system clock follows the fake date back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.resetModules();
    const { systemClock } = await import('./system-clock.ts');
    const clock = systemClock();
    for (const date of ['2031-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z']) {
      vi.setSystemTime(date);
      expect(clock.now()).toBe(Date.parse(date));
    }
  });
});
