import { createMock } from '@issue-tracking/mock';
import { handlers, releaseHandlers, setupMock } from '@issue-tracking/mock/msw';
import { expect, test } from 'vitest';
import { endIdleTimers, watchLeftovers } from './leftovers.ts';

const mock = createMock();

function setGlobal(name: string, value: unknown): () => void {
  const { [name]: before } = globalThis as Record<string, unknown>;
  Object.assign(globalThis, { [name]: value });
  return () => {
    if (before === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.assign(globalThis, { [name]: before });
  };
}

function ending(timer: NodeJS.Timeout): () => void {
  return () => clearTimeout(timer);
}

function published(): () => void {
  handlers(mock);
  return () => releaseHandlers(mock);
}

function listening(): () => void {
  const listener = () => {};
  process.on('warning', listener);
  return () => process.off('warning', listener);
}

function created(): () => void {
  setupMock(mock);
  return () => {};
}

/** Each leaves something behind and returns what takes it back. */
test.each<[found: string, leave: () => () => void]>([
  ['a mock at https://issues.test', published],
  ['another Date', () => setGlobal('Date', class {})],
  ['another leftover', () => setGlobal('leftover', 1)],
  ['a timer of 60000 ms', () => ending(setTimeout(() => {}, 60_000))],
  ['a timer of Infinity ms', () => ending(setInterval(() => {}, 100))],
  ['a listener of the process for warning', listening],
  ['', () => ending(setTimeout(() => {}, 1000))],
  ['', () => ending(setTimeout(() => {}, 60_000).unref())],
  ['', created],
])('a file that leaves something behind is told "%s"', (found, leave) => {
  const leftovers = watchLeftovers();
  const takeBack = leave();
  const left = leftovers();
  takeBack();
  expect(left.join()).toBe(found);
  expect(leftovers()).toEqual([]);
});

test('what a timer that keeps no process running would do after its file is not done', async () => {
  let isDone = false;
  setTimeout(() => (isDone = true), 1).unref();
  const later = new Promise((resolve) => setTimeout(resolve, 5));
  endIdleTimers();
  await later;
  expect(isDone).toBe(false);
});
