import { Changes } from '../changes.ts';
import { systemClock } from '../clock/system-clock.ts';
import { FaultRegistry } from '../faults/fault-registry.ts';
import { SlidingWindows } from '../limits/sliding-window.ts';
import { chooseReadings } from '../readings/choose.ts';
import { issueOrder } from '../readings/issue-order.ts';
import { Journal } from '../request-log/journal.ts';
import type { Service } from '../service.ts';
import { Ids } from '../store/ids.ts';
import { seedStore } from '../store/seed-store.ts';
import { Store } from '../store/store.ts';
import { Writes } from '../store/writes.ts';
import { StubRegistry } from '../stubs/stub-registry.ts';
import type { CheckedWorld } from '../world/checked-world.ts';
import { defaultWorld } from '../world/default-world.ts';
import { parseWorldAt } from '../world/parse-world.ts';
import { rateOf, settingsFrom } from './live-settings.ts';
import type { MockOptions } from './options.ts';

/** Everything a mock is made of, with the world in place. @throws WorldError, TypeError */
export function createService({
  world = defaultWorld(),
  readings: chosen,
  clock = systemClock(),
  seed = 1,
  rateLimit,
  requestLog,
}: MockOptions): Service {
  const readings = chooseReadings(chosen);
  const store = new Store(issueOrder(readings.issueOrder));
  const ids = new Ids(seed);
  fill(store, ids, parseWorldAt(world, clock.now()));
  const changes = new Changes(() => clock.watch?.(() => changes.tell('clock')) ?? (() => {}));
  store.onChange = (kind) => {
    changes.tell('records');
    if (kind === 'apiKeys' || kind === 'accessTokens') changes.tell('credentials');
  };
  return {
    ...settingsFrom('normal', 0, readings, rateOf(rateLimit)),
    store,
    writes: new Writes(store, readings.readLag),
    clock,
    ids,
    turns: { count: 0 },
    admitted: new SlidingWindows(),
    failures: new SlidingWindows(),
    faults: new FaultRegistry(clock, seed, () => changes.tell('faults')),
    stubs: new StubRegistry(() => changes.tell('stubs')),
    journal: new Journal(requestLog, () => changes.tell('requests')),
    changes,
  };
}

/** Puts another world in place of the records. @throws WorldError, before anything has changed. */
export function loadWorld({ store, ids, writes, clock }: Service, world: NonNullable<MockOptions['world']>): void {
  const checked = parseWorldAt(world, clock.now());
  writes.restore([]);
  store.clear();
  fill(store, ids, checked);
}

function fill(store: Store, ids: Ids, world: CheckedWorld): void {
  seedStore(store, world);
  ids.avoid(idsIn(store));
}

/** What the records of a world are known by. */
function* idsIn(store: Store): Iterable<string> {
  for (const { id, slug } of store.all('organizations')) yield* [id, slug];
  for (const { id } of store.all('projects')) yield id;
  for (const { id } of store.all('comments')) yield id;
  for (const { id } of store.all('users')) yield id;
  for (const { key } of store.all('apiKeys')) yield key;
  for (const { token } of store.all('accessTokens')) yield token;
}
