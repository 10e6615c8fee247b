import { createCollections } from '../records/collections.ts';
import { exportWorld } from '../records/export-world.ts';
import { systemClock } from '../platform/clock/system-clock.ts';
import { parseBaseUrl } from '../platform/http/base-url.ts';
import { faultsOf } from '../service/faults/fault-registry.ts';
import { isKnownPath } from '../service/pipeline/find-route.ts';
import { handle } from '../service/pipeline/pipeline.ts';
import { readable, why } from '../service/pipeline/why.ts';
import { LoggedRequests } from '../service/request-log/requests.ts';
import { adviseOnCreated } from './advice.ts';
import { createService, loadWorld } from './create-service.ts';
import { createFetch } from './fetch/fetch.ts';
import { Generations } from './generations.ts';
import { bindInternals, type MockInternals } from './internals.ts';
import { LiveSettings } from './live-settings.ts';
import type { Mock } from './mock.ts';
import { type MockOptions, parseMockOptions } from './mock-options.ts';
import { printWarnings } from './print-warnings.ts';
import { Snapshots } from './snapshots.ts';
import { createTenant } from './tenants/tenant.ts';

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
  const checked = parseMockOptions(options);
  const baseUrl = parseBaseUrl(checked.baseUrl ?? 'https://issues.test');
  const { clock = systemClock() } = checked;
  const service = createService({ ...checked, clock });
  adviseOnCreated(baseUrl);
  const settings = new LiveSettings(service);
  const snapshots = new Snapshots(service);
  const generations = new Generations();
  const internals: MockInternals = {
    generations,
    handle: checked.strict ? printWarnings(handle.bind(null, service)) : handle.bind(null, service),
    owns: checked.unknownPath === 'passthrough' ? isKnownPath : () => true,
    baseUrl,
    service,
    load(world) {
      loadWorld(service, world);
      snapshots.setInitialRecords();
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
  const requests = new LoggedRequests(service.requestLog);
  const faults = faultsOf(service.faults);
  const world = createCollections(service);
  const mock: Mock = {
    baseUrl: baseUrl.text,
    fetch,
    get clientOptions() {
      const [first] = service.store.all('apiKeys');
      if (!first) throw new TypeError('The world has no API key for clientOptions. Add one, or use mock.tenant().');
      return { ...client(), apiKey: first.key };
    },
    tenant: async (tenant = {}) => createTenant({ world, faults, requestLog: service.requestLog }, tenant, client()),
    world,
    settings,
    get scenario() {
      return settings.scenario;
    },
    set scenario(scenario) {
      settings.change({ scenario });
    },
    clock,
    faults,
    requests,
    why(entry = requests.last()) {
      if (!entry) throw new TypeError('The request log is empty.');
      if (typeof entry.number !== 'number')
        throw new TypeError('why() must be called with an entry of the log, such as mock.requests.last().');
      const logged = service.requestLog.shownBy(entry);
      if (!logged) throw new TypeError('The request is not in the log; it may have been dropped.');
      return readable(why(logged), logged);
    },
    exportWorld: () => exportWorld(service.store),
    snapshot: () => snapshots.take(),
    restore(snapshot) {
      snapshots.restore(snapshot);
      generations.renew();
    },
    reset() {
      snapshots.reset();
      generations.renew();
    },
  };
  bindInternals(mock, internals);
  return mock;
}
