import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Registry } from './registry.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** An entry that is idle until it is used. */
class Entry {
  idle = true;
  readonly #keep: () => void;

  constructor(keep: () => void) {
    this.#keep = keep;
  }

  use(): void {
    this.idle = false;
    this.#keep();
  }
}

const make = (keep: () => void) => new Entry(keep);

/** Finds many other entries, so that all are looked at. */
function findOthers(registry: Registry<Entry>, round = 0): void {
  for (let key = 0; key < 300; key++) registry.find(`${round}/${key}`, make);
}

async function collect(): Promise<void> {
  // The target of a WeakRef is kept until the end of the turn that created or read the reference.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
}

test('a registry returns the same entry for a key while it has state', () => {
  const registry = new Registry<Entry>();
  const busy = registry.find('busy', make);
  busy.use();
  findOthers(registry);
  expect(registry.find('busy', make)).toBe(busy);
});

test('a registry keeps an entry that has got state, although no client uses it any more', async () => {
  const registry = new Registry<Entry>();
  // It is held weakly at once, as long as there are few.
  const use = () => registry.find('busy', make).use();
  use();
  await collect();
  expect(registry.find('busy', make).idle).toBe(false);
});

test('a registry drops idle entries that no client uses', async () => {
  const registry = new Registry<Entry>();
  const used = registry.find('used', make);
  // Few rounds: each collection goes through all that this process has loaded.
  for (let round = 0; round < 3; round++) {
    findOthers(registry, round);
    await collect();
  }
  expect(registry.size).toBeLessThan(600);
  expect(registry.find('used', make)).toBe(used);
});
