import { expect, test } from 'vitest';
import { expensiveModules } from './loaded-modules.ts';

test.each([
  ['new URL("http://issues.test");', []],
  ['class Event extends MessageEvent {}', ['internal/deps/undici/undici', 'internal/worker/io']],
  ['globalThis.MessageChannel;', ['internal/worker/io']],
])('the expensive modules that "%s" loads are %j', (program, modules) => {
  expect(expensiveModules(program, import.meta.dirname)).toEqual(modules);
});
