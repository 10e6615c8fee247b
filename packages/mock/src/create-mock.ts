import { createFetch } from './adapters/fetch.ts';
import { issueOrders } from './behavior/issue-order.ts';
import { resolveBehavior } from './behavior/resolve.ts';
import { Changes } from './changes.ts';
import { faultsOf } from './faults/faults.ts';
import { History } from './history.ts';
import { createLog, shownBy } from './log/log.ts';
import { requestsOf } from './log/requests.ts';
import { adviseOnCreated } from './mock/advice.ts';
import { Generations } from './mock/generations.ts';
import { bindInternals, type MockInternals } from './mock/internals.ts';
import type { Mock, Snapshot } from './mock/mock.ts';
import { type MockOptions, parseMockOptions } from './mock/mock-options.ts';
import { openingOf } from './mock/open-world.ts';
import { createTenant } from './mock/tenant.ts';
import { worldFileOf } from './mock/world-file.ts';
import type { MockClock } from './platform/clock/clock.ts';
import { serviceClockOf } from './platform/clock/service-clock.ts';
import { systemClock } from './platform/clock/system-clock.ts';
import { parseBaseUrl } from './platform/http/base-url.ts';
import { nodeComplaint } from './platform/node-version.ts';
import { createCollections } from './records/collections.ts';
import { exportWorld } from './records/export-world.ts';
import { Ids } from './records/ids.ts';
import { loadDefaultWorld } from './records/load-world.ts';
import { Store } from './records/store.ts';
import { Records } from './records/versions.ts';
import { serve } from './serve.ts';
import { changedSettings, liveSettings, rateOf } from './settings/live-settings.ts';
import type { ServiceSettings } from './settings/settings.ts';
import { changeSettings } from './settings/settings-change.ts';
import { Sleepers } from './sleepers.ts';
import { applySettings, letFinish, restore, type Saved, type Service, save, setSettings, stateBack } from './state.ts';
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
  complaint ??= nodeComplaint('@issue-tracking/mock') ?? '';
  if (complaint) throw new Error(complaint);
  const checked = parseMockOptions(options);
  const baseUrl = parseBaseUrl(checked.baseUrl ?? 'https://issues.test');
  const { clock = systemClock() } = checked;
  const service = createService({ ...checked, clock });
  const { state, store, changes, history } = service;
  adviseOnCreated(baseUrl);
  const settings = liveSettings(state, (changed) =>
    changeSettings(service, changed, (set) => setSettings(service, set)),
  );
  const generations = new Generations();
  const snapshots = new WeakMap<Snapshot, Saved>();
  let initial = save(service);
  let startsMoved = checked.world?.now !== undefined;
  const own = settingsOf(checked);
  const internals: MockInternals = {
    service,
    serve: (sent) => serve(service, sent),
    why: (entry) => why(entry, service),
    generations,
    owns: checked.unknownPath === 'passthrough' ? isKnownPath : () => true,
    baseUrl,
    file(snapshot) {
      const saved = snapshot && savedOf(snapshot);
      if (!saved) return worldFileOf({ ...state, records: store, ids: service.ids, now: clock.now() });
      const { state: then, records, ids: position, now } = saved;
      const ids = { isUsed: position !== service.ids.start, position };
      return worldFileOf({ ...then, records: new Records(store.order, records.version), ids, now });
    },
    kept() {
      const now = service.clock.isMoved() ? clock.now() : undefined;
      return worldFileOf({ ...state, records: store, ids: service.ids, now }, own);
    },
    open(file) {
      const open = openingOf(service, file);
      replaceState('state.open', 'Opened a saved state', open);
    },
    load(world) {
      const before = state.settings;
      openingOf(service, world)();
      const { state: parts, records, now } = save(service);
      const settings = state.settings !== before && { settings: parts.settings };
      const faults = 'faults' in world && { faults: parts.faults };
      startsMoved ||= world.now !== undefined;
      initial = { ...initial, state: { ...initial.state, ...settings, ...faults }, records, now };
    },
  };
  const savedOf = (snapshot: Snapshot): Saved => {
    const saved = snapshots.get(snapshot);
    if (!saved) throw new TypeError('Not a snapshot of this mock.');
    return saved;
  };
  /** Replaces the whole state. */
  const replaceState = (method: string, words: string, replace: () => void) => {
    const back = () => stateBack(service, (saved) => replacing(() => restore(service, saved)));
    history.make(
      method,
      () => history.replace(service, true, back, () => replacing(replace)),
      () => ({ words: () => words }),
    );
  };
  const replacing = (replace: () => void) => {
    letFinish(service);
    replace();
    changes.notify('all');
    generations.renew();
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
  const mock: Mock = {
    baseUrl: baseUrl.text,
    fetch,
    get clientOptions() {
      const [first] = store.all('apiKeys');
      if (!first) throw new TypeError('The world has no API key for clientOptions. Add one, or use mock.tenant().');
      return { ...client(), apiKey: first.key };
    },
    tenant: async (tenant = {}) =>
      history.make(
        'tenant',
        () => createTenant(service, world, tenant, client()),
        ({ organization: { slug } }) => ({
          subject: slug,
          words: (count) => (count === 1 ? `Created the tenant ${slug}` : `Created ${count} tenants`),
        }),
        { does: 'create' },
      ),
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
      const saved = savedOf(snapshot);
      replaceState('restore', 'Went back to a saved state', () => restore(service, saved));
    },
    reset: () =>
      replaceState('reset', 'Went back to the initial state', () => {
        restore(service, initial, startsMoved ? undefined : service.clock.reset);
      }),
  };
  bindInternals(mock, internals);
  return mock;
}

/** Why this Node is too old; empty if it isn't. */
let complaint: string | undefined;

/** The behavior of a strict mock. */
const rejectsUnknown = { unknownParameters: 'reject', unknownMembers: 'reject' } as const;

/** The settings of a mock without options. */
const defaultSettings: ServiceSettings = {
  scenario: 'normal',
  latencyMs: 0,
  behavior: resolveBehavior(),
  rate: rateOf(undefined),
};

/** Returns settings with those of options. @throws TypeError for behavior that there isn't. */
function settingsOf(
  { strict, behavior, latencyMs, rateLimit }: MockOptions,
  before = defaultSettings,
): ServiceSettings {
  const chosen = { ...(strict && rejectsUnknown), ...behavior };
  const isChosen = Object.keys(chosen).length > 0;
  return changedSettings(before, { latencyMs, rateLimit, ...(isChosen && { behavior: chosen }) });
}

/** Creates the parts of a mock and plants its records. @throws WorldError, TypeError */
function createService(options: MockOptions & { clock: MockClock }): Service {
  const { world, seed = 1, source } = options;
  const clock = serviceClockOf(options.clock);
  const store = new Store(issueOrders[defaultSettings.behavior.issueOrder]);
  const changes = new Changes();
  store.onChange = (changed) => {
    changes.notify('records');
    if (changed.has('apiKeys') || changed.has('accessTokens')) changes.notify('credentials');
  };
  const state = {
    settings: defaultSettings,
    log: createLog(options.requestLog),
    faults: { active: [], consumed: [], added: 0 },
    admitted: new Map(),
    failures: new Map(),
  };
  const history = new History({ now: clock.now, requests: () => service.state.log.count, changes });
  const service: Service = {
    state,
    store,
    clock,
    ids: new Ids(seed),
    seed,
    source,
    sleepers: new Sleepers(),
    inFlight: new Set(),
    changes,
    history,
    requestListeners: new Set(),
    faultGuards: [],
  };
  if (world === undefined) loadDefaultWorld({ store, ids: service.ids, now: clock.now() });
  else history.quietly(openingOf(service, world));
  service.state.settings = settingsOf(options, service.state.settings);
  applySettings(service);
  store.history = history;
  watchClock(service);
  return service;
}

/**
 * Notes moves of the clock. A clock may be that of many mocks, and must not keep those that are gone. Cloudflare Workers before
 * 2025 have no `WeakRef`: there it keeps them.
 */
function watchClock(service: Service): void {
  const { clock } = service;
  const present = typeof WeakRef === 'function' ? new WeakRef(service) : { deref: () => service };
  const stop = clock.watch((by) => {
    const found = present.deref();
    if (!found) return stop();
    found.history.moved(by, clock);
    found.changes.notify('clock');
  });
}
