import { expect, test, vi } from 'vitest';
import { startUnderControl } from './worker-control.ts';

class FakeContainer extends EventTarget {
  controller: { scriptURL: string } | null = { scriptURL: 'http://localhost/mockServiceWorker.js' };
}

function stubPage() {
  const serviceWorker = new FakeContainer();
  const reload = vi.fn();
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('location', { protocol: 'http:', href: 'http://localhost/', reload });
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  const warn = vi.spyOn(console, 'warn').mockClear().mockReturnValue();
  return { serviceWorker, reload, warn };
}

test('a page that started its worker several times reloads once when the worker is replaced', async () => {
  const { serviceWorker, reload, warn } = stubPage();
  const stopped = new AbortController();
  for (let story = 0; story < 3; story++) await startUnderControl({}, async () => story, { stopped: stopped.signal });
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledTimes(1);
  stopped.abort();
});

test('a page whose worker is replaced again within ten seconds warns and does not reload', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { serviceWorker, reload, warn } = stubPage();
  const stopped = new AbortController();
  const replaceAfter = async (seconds: number) => {
    // Loaded again, the page starts its worker again.
    await startUnderControl({}, async () => 'started', { stopped: stopped.signal });
    vi.advanceTimersByTime(seconds * 1000);
    serviceWorker.dispatchEvent(new Event('controllerchange'));
  };
  await replaceAfter(0);
  await replaceAfter(9);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('must have the same serviceWorker.url'));
  await replaceAfter(11);
  expect(reload).toHaveBeenCalledTimes(2);
  stopped.abort();
});

test('a page whose mock was stopped does not reload', async () => {
  const { serviceWorker, reload } = stubPage();
  const stopped = new AbortController();
  await startUnderControl({}, async () => 'started', { stopped: stopped.signal });
  stopped.abort();
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
});

test('a page does not reload when the first worker takes control of it', async () => {
  const { serviceWorker, reload } = stubPage();
  const { controller } = serviceWorker;
  serviceWorker.controller = null;
  Object.assign(serviceWorker, { getRegistrations: async () => [] });
  vi.stubGlobal('window', new EventTarget());
  const stopped = new AbortController();
  const start = async () => {
    serviceWorker.controller = controller;
    serviceWorker.dispatchEvent(new Event('controllerchange'));
  };
  await startUnderControl({}, start, { stopped: stopped.signal });
  expect(reload).not.toHaveBeenCalled();
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledTimes(1);
  stopped.abort();
});

test('a worker that does not start fails with its address, the cause and the advice of the caller', async () => {
  stubPage();
  const start = async () => {
    throw new Error('Service Worker script does not exist at the given path.');
  };
  const advice = { serving: 'Have Storybook serve it.', sharing: '' };
  await expect(startUnderControl({ serviceWorker: { url: '/team/worker.js' } }, start, { advice })).rejects.toThrow(
    "The mock's service worker at /team/worker.js did not start. The script is not served there (404). Have Storybook serve it.",
  );
});
