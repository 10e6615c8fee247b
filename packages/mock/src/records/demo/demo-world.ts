import { deepCopy } from '../../platform/deep-copy.ts';
import type { OrganizationInput, ProjectInput } from '../records.ts';
import type { World } from '../world.ts';
import administration from './administration.json' with { type: 'json' };
import checkout from './checkout.json' with { type: 'json' };
import customerPortal from './customer-portal.json' with { type: 'json' };
import reports from './reports.json' with { type: 'json' };
import warehouse from './warehouse.json' with { type: 'json' };
import webShop from './web-shop.json' with { type: 'json' };
import base from './world.json' with { type: 'json' };

// The casts: TypeScript widens enumerations in JSON to `string`. A test checks each file as a world.
const organizations = base.organizations as OrganizationInput[];
const projects: Record<string, ProjectInput[]> = {
  acme: [webShop, checkout, warehouse] as ProjectInput[],
  globex: [reports, administration] as ProjectInput[],
  initech: [customerPortal] as ProjectInput[],
};

/**
 * The world as the files have it, for reading only. They are written by hand, with one line per comment and log; the formatter
 * skips them. The tests of this folder check that they are consistent.
 */
export const demo: World = {
  organizations: organizations.map((each) => ({ ...each, projects: projects[each.slug ?? ''] ?? [] })),
  users: base.users as World['users'],
};

/**
 * Returns a world like a real team's month: October 2026 in three organizations (one of them inactive), with six projects and 50
 * issues. Most are browser bug reports with a discussion and everything captured. Nothing in it is later than
 * 2026-10-30T17:00:00.000Z, so set a virtual clock to that time or later.
 *
 * The world is always the same; each call returns a new copy. The API key `svc_acme_demo` has all scopes in `acme`, the access
 * token `oat_mara_demo` has all scopes in `acme` and `globex`. The other keys and tokens show scopes and expiry.
 */
export function demoWorld(): World {
  return deepCopy(demo);
}
