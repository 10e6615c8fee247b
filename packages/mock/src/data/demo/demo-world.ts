import type { OrganizationInput, ProjectInput, World } from '../world/world.ts';
import administration from './administration.json' with { type: 'json' };
import checkout from './checkout.json' with { type: 'json' };
import customerPortal from './customer-portal.json' with { type: 'json' };
import reports from './reports.json' with { type: 'json' };
import warehouse from './warehouse.json' with { type: 'json' };
import webShop from './web-shop.json' with { type: 'json' };
import base from './world.json' with { type: 'json' };

// To the compiler, what stands in JSON is a string and never one of some: a test checks each file as a world.
const organizations = base.organizations as OrganizationInput[];
const projects: Record<string, ProjectInput[]> = {
  acme: [webShop, checkout, warehouse] as ProjectInput[],
  globex: [reports, administration] as ProjectInput[],
  initech: [customerPortal] as ProjectInput[],
};

/**
 * The world as the files have it, for reading only. They are written by hand, a line for each comment and log, and no
 * formatter changes that. After an edit, the tests of this folder say what no longer agrees.
 */
export const demo: World = {
  organizations: organizations.map((each) => ({ ...each, projects: projects[each.slug] ?? [] })),
  users: base.users as World['users'],
};

/**
 * A world like a real team's month: October 2026 in three organizations (one of them inactive), six projects and 90
 * issues, most of them browser bug reports with a discussion and everything captured. Nothing in it is later than
 * 2026-10-30T17:00:00.000Z, so a virtual clock should stand there or later.
 *
 * It is the same world each time, and each call gives a copy of its own. `svc_acme_demo` may do everything in `acme`; the
 * other API keys and tokens show scopes, expiry and a person in two organizations.
 */
export function demoWorld(): World {
  return structuredClone(demo);
}
