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

test('nextMacrotask() uses setImmediate', async () => {
  expect(await isMacrotask(await loaded())).toBe(true);
});

test('nextMacrotask() uses messages in order if setImmediate is missing', async () => {
  vi.stubGlobal('setImmediate', undefined);
  const next = await loaded();
  expect(await isMacrotask(next)).toBe(true);
  const order: number[] = [];
  await Promise.all([1, 2, 3].map((name) => next().then(() => order.push(name))));
  expect(order).toEqual([1, 2, 3]);
});

test('nextMacrotask() leaves no message port open, after an import or a use', async () => {
  const before = messagePorts();
  vi.stubGlobal('setImmediate', undefined);
  const next = await loaded();
  expect(messagePorts()).toBe(before);
  await Promise.all([next(), next()]);
  await next();
  expect(messagePorts()).toBe(before);
});

test('nextMacrotask() uses timers if setImmediate and MessageChannel are missing, as in jsdom under Jest', async () => {
  vi.stubGlobal('setImmediate', undefined);
  vi.stubGlobal('MessageChannel', undefined);
  expect(await isMacrotask(await loaded())).toBe(true);
});

test('nextMacrotask() uses timers in Cloudflare Workers, where messages come too early', async () => {
  vi.stubGlobal('setImmediate', undefined);
  vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
  const channel = vi.fn(MessageChannel);
  vi.stubGlobal('MessageChannel', channel);
  expect(await isMacrotask(await loaded())).toBe(true);
  expect(channel).not.toHaveBeenCalled();
});

describe('loaded after the installation of fake timers,', () => {
  test('nextMacrotask() uses the real timers of Vitest, Jest and Sinon', async () => {
    vi.useFakeTimers();
    expect(await isMacrotask(await loaded())).toBe(true);
  });

  test('nextMacrotask() uses the real timers of Vitest if only timers exist', async () => {
    vi.stubGlobal('setImmediate', undefined);
    vi.stubGlobal('MessageChannel', undefined);
    vi.useFakeTimers();
    expect(await isMacrotask(await loaded())).toBe(true);
  });

  test('nextMacrotask() uses messages with the fake timers of node:test', async () => {
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
