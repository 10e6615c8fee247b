import { clockRoutes } from './clock.ts';
import { dashboardRoutes } from './dashboard.ts';
import { eventRoutes } from './events.ts';
import { faultRoutes } from './faults.ts';
import { inspectionRoutes } from './inspection.ts';
import { type ControlRoute, get } from './route.ts';
import { snapshotRoutes } from './snapshots.ts';
import { tenantRoutes } from './tenants.ts';

/** Every route under `/__mock/`. */
export const routes: readonly ControlRoute[] = [
  get('', 'These routes', () => ({
    routes: routes.map(({ method, path, summary }) => ({ method, path: `/__mock/${path}`, summary })),
  })),
  ...inspectionRoutes,
  ...eventRoutes,
  ...snapshotRoutes,
  ...clockRoutes,
  ...faultRoutes,
  ...tenantRoutes,
  ...dashboardRoutes,
];
