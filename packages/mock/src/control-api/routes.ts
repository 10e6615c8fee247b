import { toOpenApi } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { faultSchema } from '../faults/fault.ts';
import { object, text } from '../input/schemas.ts';
import { stubSchema } from '../stubs/stub.ts';
import { tenantSchema } from '../tenants/tenant.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { controlOpenApi } from './open-api.ts';
import { addedFaults, id, jsonObject, nothing, requestEntries, state, stubList, tenant } from './outputs.ts';
import { bodyless, type ControlRoute, post, type StreamRoute } from './route.ts';

const dateMust = 'must be a date such as 2026-04-01T09:30:00.000Z, or milliseconds since 1970';
const clockMove = object({
  advanceMs: z.optional(z.number('must be a number of milliseconds').check(z.nonnegative('must be 0 or more'))),
  set: z.optional(
    z.union([z.string().check(z.refine((date) => !Number.isNaN(Date.parse(date)), dateMust)), z.number()], dateMust),
  ),
}).check(
  z.refine(({ advanceMs, set }) => (advanceMs === undefined) !== (set === undefined), {
    error: 'must have advanceMs or set, and not both',
  }),
);

/** A number in a request is quickly written, and must not keep the server busy for minutes. */
const mostIssues = 100_000;
const tenantOverHttp = tenantSchema.check(
  z.refine(({ issues = [] }) => typeof issues !== 'number' || issues <= mostIssues, {
    path: ['issues'],
    error: `must be at most ${mostIssues}`,
  }),
);

/** What may wait for a reader of the events who does not keep up, in bytes. */
const maxWaiting = 1_048_576;

const events: StreamRoute = {
  method: 'GET',
  path: 'events',
  summary: 'Requests as they are answered, as server-sent events named request',
  stream({ core, connections }, response) {
    connections.stream(response);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': every request to the API follows\n\n');
    const stop = core.subscribe((entry) => {
      response.write(`event: request\ndata: ${JSON.stringify(entry)}\n\n`);
      if (response.writableLength > maxWaiting) response.destroy();
    });
    response.once('close', stop);
  },
};

const routeList = z.object({ routes: z.array(z.object({ method: text, path: text, summary: text })), openApi: text });

/** Every route under `/__mock/`: where it is, what it takes, what it answers, and what it does. */
export const routes: readonly ControlRoute[] = [
  bodyless('GET', '', 'These routes', routeList, () => ({
    routes: routes.map(({ method, path, summary }) => ({ method, path: `/__mock/${path}`, summary })),
    openApi: '/__mock/control.openapi.json',
  })),
  bodyless('GET', 'control.openapi.json', 'These routes as an OpenAPI 3.1 document', jsonObject, ({ url }) =>
    controlOpenApi(routes, url),
  ),
  bodyless('GET', 'openapi.json', 'The API as an OpenAPI 3.1 document', jsonObject, ({ url }) => ({
    ...toOpenApi(),
    servers: [{ url }],
  })),
  bodyless('GET', 'state', 'Everything the mock holds', state, ({ core }) => core.state()),
  bodyless('GET', 'requests', 'The last 1,000 requests to the API, oldest first', requestEntries, ({ mock }) =>
    mock.requests.all(),
  ),
  events,
  post('reset', 'Go back to how the mock was started', { input: object({}), output: nothing }, ({ mock, faults }) => {
    mock.reset();
    faults.clear();
    return {};
  }),
  post('snapshot', 'Take everything down', { input: object({}), output: id }, ({ mock, snapshots }) => ({
    id: snapshots.add(mock.snapshot()),
  })),
  post(
    'restore',
    'Go back to the snapshot { id }',
    { input: object({ id: text }), output: nothing },
    (context, body) => {
      context.mock.restore(context.snapshots.get(body.id));
      return {};
    },
  ),
  post(
    'clock',
    'Move the clock by { advanceMs } or to { set }; answers { now }',
    { input: clockMove, output: z.object({ now: text }) },
    async ({ mock }, { advanceMs, set }) => {
      if (advanceMs !== undefined) await mock.clock.advance(advanceMs);
      if (set !== undefined) await mock.clock.set(set);
      return { now: new Date(mock.clock.now()).toISOString() };
    },
  ),
  post(
    'faults',
    'Add a fault; times null is for every request; answers { id }',
    { input: faultSchema, output: id },
    ({ mock, faults }, fault) => ({ id: faults.add(mock.faults.add(fault)) }),
  ),
  bodyless('GET', 'faults', 'The faults added here, each with the requests it has touched', addedFaults, ({ faults }) =>
    faults.all().map(([faultId, { fault, left, report }]) => ({
      id: faultId,
      fault,
      left: Number.isFinite(left) ? left : null,
      report,
    })),
  ),
  bodyless('DELETE', 'faults', 'Take out every fault', nothing, ({ mock, faults }) => {
    mock.faults.clear();
    faults.clear();
    return {};
  }),
  post(
    'stubs',
    'Make an endpoint exist: { method, path, reply } and optionally { scope, status }; reply is the JSON it answers with',
    { input: stubSchema, output: nothing },
    ({ mock }, stub) => {
      mock.stubs.add(stub);
      return {};
    },
  ),
  bodyless('GET', 'stubs', 'The endpoints that were made to exist', stubList, ({ mock }) =>
    mock.stubs.list().map(({ method, path }) => ({ method, path })),
  ),
  bodyless('DELETE', 'stubs', 'Take them all out', nothing, ({ mock }) => {
    mock.stubs.clear();
    return {};
  }),
  post(
    'tenants',
    'Make an organization, project and key of their own: { issues, scopes }, both optional',
    { input: tenantOverHttp, output: tenant },
    async ({ mock, url }, options) => {
      const { organization, project, apiKey } = await mock.tenant(options);
      return { organization, project, apiKey, clientOptions: { baseUrl: url, apiKey } };
    },
  ),
  ...dashboardRoutes,
];
