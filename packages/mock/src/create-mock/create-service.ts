import { defaultWorld } from '../records/default-world.ts';
import { Ids } from '../records/ids.ts';
import { Store } from '../records/store.ts';
import { loadWorld as loadRecords, plantChecked } from '../records/world.ts';
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
  store.lag = behavior.readLag;
  const place = { store, ids, now: clock.now() };
  // The default world isn't checked here: that takes a tenth of the time of `createMock`, and a test checks it.
  if (world === undefined) plantChecked(place, defaultWorld());
  else loadRecords(place, world);
  const changes = new Changes(() => clock.watch(() => changes.notify('clock')));
  store.onChange = (changed) => {
    changes.notify('records');
    if (changed.has('apiKeys') || changed.has('accessTokens')) changes.notify('credentials');
  };
  return {
    settings: { scenario: 'normal', latencyMs, behavior, rate: rateOf(rateLimit) },
    store,
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
export function loadWorld({ store, ids, clock }: MockService, world: NonNullable<MockOptions['world']>): void {
  loadRecords({ store, ids, now: clock.now() }, world);
}
