import { toOpenApi } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { tenantSchema } from '../mock/tenants/tenant.ts';
import { text } from '../platform/input/schemas.ts';
import { stubSchema } from '../service/stubs/stub.ts';
import { clockRoutes } from './clock-routes.ts';
import { credentialRoutes } from './credential-routes.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { events } from './events.ts';
import { faultRoutes } from './fault-routes.ts';
import { controlOpenApi } from './open-api.ts';
import { id, jsonObject, nothing, state, stubList, tenant } from './outputs.ts';
import { recordRoutes } from './record-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { type ControlRoute, route } from './route.ts';
import { settingsRoutes } from './settings-routes.ts';
import { snapshotRoutes } from './snapshot-routes.ts';
import { stateOf } from './state.ts';
import { undoRoutes } from './undo-routes.ts';

/** A number in a request is quickly written, and must not keep the server busy for minutes. */
const mostIssues = 100_000;
const tenantOverHttp = tenantSchema.check(
  z.refine(({ issues = [] }) => typeof issues !== 'number' || issues <= mostIssues, {
    path: ['issues'],
    error: `must be at most ${mostIssues}`,
  }),
);

const routeList = z.object({ routes: z.array(z.object({ method: text, path: text, summary: text })), openApi: text });

/** Every route under `/__mock/`: where it is, what it takes, what it answers, and what it does. */
export const routes: readonly ControlRoute[] = [
  route('GET', '', 'These routes', { output: routeList }, () => ({
    routes: routes.map(({ method, path, summary }) => ({ method, path: `/__mock/${path}`, summary })),
    openApi: '/__mock/control.openapi.json',
  })),
  route('GET', 'control.openapi.json', 'These routes as an OpenAPI 3.1 document', { output: jsonObject }, ({ url }) =>
    controlOpenApi(routes, url),
  ),
  route('GET', 'openapi.json', 'The API as an OpenAPI 3.1 document', { output: jsonObject }, ({ url }) => ({
    ...toOpenApi(),
    servers: [{ url }],
  })),
  route('GET', 'state', 'Everything the mock holds', { output: state }, ({ internals }) => stateOf(internals.service)),
  route('GET', 'world', 'The records as a world file', { output: jsonObject }, ({ mock }) => ({
    ...mock.exportWorld(),
  })),
  events,
  ...requestRoutes,
  ...snapshotRoutes,
  ...undoRoutes,
  ...clockRoutes,
  ...settingsRoutes,
  ...faultRoutes,
  ...recordRoutes,
  ...credentialRoutes,
  route(
    'POST',
    'stubs',
    'Make an endpoint exist: { method, path, reply } and optionally { scope, status, tenant }; reply is the JSON it answers with; answers { id }',
    { input: stubSchema, output: id },
    ({ mock }, { body }) => {
      return { id: mock.stubs.add(body).id };
    },
  ),
  route('GET', 'stubs', 'The stubs in place', { output: stubList }, ({ mock }) =>
    mock.stubs.list().map(({ remove: _remove, ...stub }) => stub),
  ),
  route('DELETE', 'stubs', 'Remove every stub', { output: nothing }, ({ mock }) => {
    mock.stubs.clear();
    return {};
  }),
  route(
    'POST',
    'tenants',
    'Create an organization with a project and a key: { issues, scopes }, both optional',
    { input: tenantOverHttp, output: tenant },
    async ({ mock, url }, { body }) => {
      const { organization, project, apiKey } = await mock.tenant(body);
      return { organization, project, apiKey, clientOptions: { baseUrl: url, apiKey } };
    },
  ),
  ...dashboardRoutes,
];
