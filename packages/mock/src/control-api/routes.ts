import { toOpenApi } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { tenantSchema } from '../mock/tenant.ts';
import { clockRoutes } from './clock-routes.ts';
import { events } from './events.ts';
import { faultRoutes } from './fault-routes.ts';
import { recordRoutes } from './record-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { type ControlRoute, route } from './route.ts';
import { settingsRoutes } from './settings-routes.ts';
import { snapshotRoutes } from './snapshot-routes.ts';
import { stateOf } from './state.ts';

/** Maximum issues of a tenant over HTTP: more would block the server for minutes. */
const mostIssues = 100_000;
const tenantOverHttp = tenantSchema.check(
  z.refine(({ issues = [] }) => typeof issues !== 'number' || issues <= mostIssues, {
    path: ['issues'],
    error: `must be at most ${mostIssues}`,
  }),
);

/** All routes under `/__mock/`. */
export const routes: readonly ControlRoute[] = [
  route('GET', '', 'All routes', {}, () => ({
    routes: routes.map(({ method, path, summary }) => ({ method, path: `/__mock/${path}`, summary })),
    openApi: '/__mock/openapi.json',
  })),
  route('GET', 'openapi.json', 'The API as an OpenAPI 3.1 document', {}, ({ url }) => ({
    ...toOpenApi(),
    servers: [{ url }],
  })),
  route('GET', 'state', 'The whole state of the mock', {}, ({ internals }) => stateOf(internals.service)),
  route('GET', 'world', 'The records as a world file', {}, ({ mock }) => ({
    ...mock.exportWorld(),
  })),
  events,
  ...requestRoutes,
  ...snapshotRoutes,
  ...clockRoutes,
  ...settingsRoutes,
  ...faultRoutes,
  ...recordRoutes,
  route(
    'POST',
    'tenants',
    'Create an organization with a project and a key: { issues, scopes }, both optional',
    { input: tenantOverHttp },
    async ({ mock, url }, { body }) => {
      const { organization, project, apiKey } = await mock.tenant(body);
      return { organization, project, apiKey, clientOptions: { baseUrl: url, apiKey } };
    },
  ),
];
