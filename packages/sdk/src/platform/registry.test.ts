import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Registry } from './registry.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('a registry returns the same entry for a key, and keeps busy entries', () => {
  const registry = new Registry<{ idle: boolean }>();
  const busy = { idle: false };
  registry.find('busy', () => busy);
  for (let key = 0; key < 1000; key++) registry.find(`${key}`, () => ({ idle: true }));
  expect(registry.find('busy', () => ({ idle: true }))).toBe(busy);
  const kept = registry.find('kept', () => ({ idle: true }));
  expect(registry.find('kept', () => ({ idle: true }))).toBe(kept);
  expect([...registry.values()]).toContain(kept);
});

test('a registry drops idle entries that no client uses', async () => {
  const registry = new Registry<{ idle: boolean }>();
  const used = registry.find('used', () => ({ idle: true }));
  const fill = (round: number) => {
    for (let key = 0; key < 300; key++) registry.find(`${round}/${key}`, () => ({ idle: true }));
  };
  // Few rounds: each collection goes through all that this process has loaded.
  for (let round = 0; round < 3; round++) {
    fill(round);
    // The target of a WeakRef is kept until the end of the turn that created or read the reference.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  expect(registry.size).toBeLessThan(600);
  expect(registry.find('used', () => ({ idle: true }))).toBe(used);
});
