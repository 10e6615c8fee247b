import { Ids } from '../data/store/ids.ts';
import { seedStore } from '../data/store/seed-store.ts';
import { Store } from '../data/store/store.ts';
import { Writes } from '../data/store/writes.ts';
import type { CheckedWorld } from '../data/world/checked-world.ts';
import { defaultWorld } from '../data/world/default-world.ts';
import { fillWorld } from '../data/world/fill.ts';
import { parseWorldAt } from '../data/world/parse-world.ts';
import type { MockClock } from '../platform/clock/clock.ts';
import { serviceClockOf } from '../platform/clock/service-clock.ts';
import { resolveBehavior } from '../service/behavior/resolve.ts';
import { Changes } from '../service/changes.ts';
import { FaultRegistry } from '../service/faults/fault-registry.ts';
import { issueOrders } from '../service/handlers/issue-order.ts';
import { RateWindows } from '../service/rate-window.ts';
import { RequestLog } from '../service/request-log/request-log.ts';
import type { MockService } from '../service/service.ts';
import { Sleepers } from '../service/sleepers.ts';
import { rateOf } from './live-settings.ts';
import type { MockOptions } from './mock-options.ts';

/** The behavior of a strict mock. */
const rejectsUnknown = { unknownParameters: 'reject', unknownMembers: 'reject' } as const;

/** Creates the parts of a mock and seeds its records. @throws WorldError, TypeError */
export function createService({
  world,
  behavior: chosen,
  strict = false,
  clock: held,
  seed = 1,
  rateLimit,
  latencyMs = 0,
  requestLog,
  source,
}: MockOptions & { clock: MockClock }): MockService {
  const clock = serviceClockOf(held);
  const behavior = resolveBehavior({ ...(strict && rejectsUnknown), ...chosen });
  const store = new Store(issueOrders[behavior.issueOrder]);
  const ids = new Ids(seed);
  // The default world isn't checked here: that takes a tenth of the time of `createMock`, and a test checks it.
  fill(store, ids, world === undefined ? fillWorld(defaultWorld(), clock.now()) : parseWorldAt(world, clock.now()));
  const changes = new Changes(() => clock.watch(() => changes.notify('clock')));
  store.onChange = (changed) => {
    changes.notify('records');
    if (changed.has('apiKeys') || changed.has('accessTokens')) changes.notify('credentials');
  };
  return {
    settings: { scenario: 'normal', latencyMs, behavior, rate: rateOf(rateLimit) },
    store,
    writes: new Writes(store, behavior.readLag),
    clock,
    ids,
    tieRotation: { count: 0 },
    admitted: new RateWindows(),
    failures: new RateWindows(),
    faults: new FaultRegistry(clock, seed, () => changes.notify('faults')),
    requestLog: new RequestLog(requestLog, () => changes.notify('requests')),
    source,
    sleepers: new Sleepers(),
    changes,
  };
}

/** Replaces all records. @throws WorldError before anything has changed. */
export function loadWorld({ store, ids, writes, clock }: MockService, world: NonNullable<MockOptions['world']>): void {
  const checked = parseWorldAt(world, clock.now());
  writes.restore([]);
  store.clear();
  fill(store, ids, checked);
}

function fill(store: Store, ids: Ids, world: CheckedWorld): void {
  seedStore(store, world);
  ids.avoid(idsIn(store));
}

/** Yields the ids, slugs and credentials of all records. */
function* idsIn(store: Store): Iterable<string> {
  for (const { id, slug } of store.all('organizations')) yield* [id, slug];
  for (const { id } of store.all('projects')) yield id;
  for (const { id } of store.all('comments')) yield id;
  for (const { id } of store.all('users')) yield id;
  for (const { key } of store.all('apiKeys')) yield key;
  for (const { token } of store.all('accessTokens')) yield token;
}
