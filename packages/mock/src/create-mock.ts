import { createFetch } from './adapters/fetch.ts';
import { issueOrders } from './behavior/issue-order.ts';
import { resolveBehavior } from './behavior/resolve.ts';
import { Changes } from './changes.ts';
import { faultsOf } from './faults/faults.ts';
import { createLog, shownBy } from './log/log.ts';
import { requestsOf } from './log/requests.ts';
import { adviseOnCreated } from './mock/advice.ts';
import { Generations } from './mock/generations.ts';
import { bindInternals, type MockInternals } from './mock/internals.ts';
import type { Mock, Snapshot } from './mock/mock.ts';
import { type MockOptions, parseMockOptions } from './mock/mock-options.ts';
import { createTenant } from './mock/tenant.ts';
import type { MockClock } from './platform/clock/clock.ts';
import { serviceClockOf } from './platform/clock/service-clock.ts';
import { systemClock } from './platform/clock/system-clock.ts';
import { parseBaseUrl } from './platform/http/base-url.ts';
import { nodeComplaint } from './platform/node-version.ts';
import { createCollections } from './records/collections.ts';
import { exportWorld } from './records/export-world.ts';
import { Ids } from './records/ids.ts';
import { loadDefaultWorld, loadWorld } from './records/load-world.ts';
import { Store } from './records/store.ts';
import { serve } from './serve.ts';
import { liveSettings, rateOf } from './settings/live-settings.ts';
import { Sleepers } from './sleepers.ts';
import { applySettings, restore, type Saved, type Service, save } from './state.ts';
import { isKnownPath } from './steps/route.ts';
import { readable, why } from './steps/why.ts';

/**
 * Creates the Issue Tracking API in memory. It is ready immediately.
 *
 * @param options Options; all have defaults.
 *
 * @example
 * const mock = createMock();
 * const client = new IssueTrackingClient(mock.clientOptions);
 *
 * @throws WorldError for an invalid world, naming each mistake by its path; TypeError for other invalid options.
 */
export function createMock(options: MockOptions = {}): Mock {
  const complaint = nodeComplaint('@issue-tracking/mock');
  if (complaint) throw new Error(complaint);
  const checked = parseMockOptions(options);
  const baseUrl = parseBaseUrl(checked.baseUrl ?? 'https://issues.test');
  const { clock = systemClock() } = checked;
  const service = createService({ ...checked, clock });
  const { state, store, changes } = service;
  adviseOnCreated(baseUrl);
  const settings = liveSettings(state, (changed) => {
    state.settings = changed;
    applySettings(service);
    changes.notify('settings');
  });
  const generations = new Generations();
  const snapshots = new WeakMap<Snapshot, Saved>();
  let initial = save(service);
  const internals: MockInternals = {
    service,
    serve: (sent) => serve(service, sent),
    why: (entry) => why(entry, service),
    generations,
    owns: checked.unknownPath === 'passthrough' ? isKnownPath : () => true,
    baseUrl,
    load(world) {
      loadWorld({ store, ids: service.ids, now: clock.now() }, world);
      initial = { ...initial, records: store.snapshot() };
    },
  };
  const fetch = generations.mark(createFetch(internals));
  // A client limits its own rate too.
  const client = () => ({
    baseUrl: baseUrl.forClients,
    fetch,
    clock,
    ...(settings.rateLimit === false && { rateLimit: false as const }),
  });
  const requests = requestsOf(service);
  const world = createCollections(service);
  const returnTo = (saved: Saved, moveClock: () => void) => {
    restore(service, saved);
    moveClock();
    changes.notify('all');
    generations.renew();
  };
  const mock: Mock = {
    baseUrl: baseUrl.text,
    fetch,
    get clientOptions() {
      const [first] = store.all('apiKeys');
      if (!first) throw new TypeError('The world has no API key for clientOptions. Add one, or use mock.tenant().');
      return { ...client(), apiKey: first.key };
    },
    tenant: async (tenant = {}) => createTenant(service, world, tenant, client()),
    world,
    settings,
    get scenario() {
      return settings.scenario;
    },
    set scenario(scenario) {
      settings.change({ scenario });
    },
    clock,
    faults: faultsOf(service),
    requests,
    why(view = requests.last()) {
      if (!view) throw new TypeError('The request log is empty.');
      if (typeof view.number !== 'number')
        throw new TypeError('why() must be called with an entry of the log, such as mock.requests.last().');
      const entry = shownBy(state.log, view);
      if (!entry) throw new TypeError('The request is not in the log; it may have been dropped.');
      return readable(internals.why(entry), entry);
    },
    exportWorld: () => exportWorld(store, service.ids),
    snapshot() {
      const snapshot = { now: clock.now() };
      snapshots.set(snapshot, save(service));
      return snapshot;
    },
    restore(snapshot) {
      const saved = snapshots.get(snapshot);
      if (!saved) throw new TypeError('Not a snapshot of this mock.');
      returnTo(saved, () => service.clock.jump(snapshot.now));
    },
    reset: () => returnTo(initial, () => service.clock.reset()),
  };
  bindInternals(mock, internals);
  return mock;
}

/** The behavior of a strict mock. */
const rejectsUnknown = { unknownParameters: 'reject', unknownMembers: 'reject' } as const;

/** Creates the parts of a mock and plants its records. @throws WorldError, TypeError */
function createService(options: MockOptions & { clock: MockClock }): Service {
  const { world, strict = false, seed = 1, latencyMs = 0, source } = options;
  const clock = serviceClockOf(options.clock);
  const behavior = resolveBehavior({ ...(strict && rejectsUnknown), ...options.behavior });
  const store = new Store(issueOrders[behavior.issueOrder]);
  const ids = new Ids(seed);
  store.lag = behavior.readLag;
  const place = { store, ids, now: clock.now() };
  if (world === undefined) loadDefaultWorld(place);
  else loadWorld(place, world);
  const changes = new Changes(() => clock.watch(() => changes.notify('clock')));
  store.onChange = (changed) => {
    changes.notify('records');
    if (changed.has('apiKeys') || changed.has('accessTokens')) changes.notify('credentials');
  };
  return {
    state: {
      settings: { scenario: 'normal', latencyMs, behavior, rate: rateOf(options.rateLimit) },
      log: createLog(options.requestLog),
      faults: { active: [], consumed: [], added: 0 },
      admitted: new Map(),
      failures: new Map(),
    },
    store,
    clock,
    ids,
    seed,
    source,
    sleepers: new Sleepers(),
    changes,
    requestListeners: new Set(),
    faultGuards: [],
  };
}
