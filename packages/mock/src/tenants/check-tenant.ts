import type { TenantOptions } from '../dashboard/dashboard.ts';
import { parseWorld } from '../world/parse-world.ts';
import { WorldError } from '../world/world-error.ts';

/** Where a tenant's options stand in the world that has only this tenant. */
const places = /organizations\[0\]\.(?:projects|apiKeys)\[0\]\.?/g;

/**
 * Checks all that a tenant begins with before any of it is made: what is refused leaves nothing behind.
 *
 * @throws WorldError naming each mistake by its path in the options; TypeError for options that make no sense.
 */
export function checkTenant({ issues = [], scopes, ...rest }: TenantOptions): void {
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new TypeError(`A tenant has no "${unknown}". It has issues, scopes.`);
  if (typeof issues === 'number' && !(Number.isSafeInteger(issues) && issues >= 0)) {
    throw new TypeError(`A tenant's "issues" must be a whole number from 0, or an array of issues; not ${issues}.`);
  }
  const named = { slug: 'tenant', name: 'Tenant' };
  const project = { ...named, id: 'tenant', issues: typeof issues === 'number' ? [] : titled(issues) };
  const apiKeys = [{ key: 'svc_tenant', scopes }];
  try {
    parseWorld({
      organizations: [{ ...named, id: '00000000-0000-4000-8000-000000000000', projects: [project], apiKeys }],
    });
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    const problems = error.problems.map(({ path, message }) => ({
      path: path.replace(places, ''),
      message: message.replace(places, ''),
    }));
    throw new WorldError(problems, 'tenant');
  }
}

/** The dashboard gives a title to an issue that has none. */
function titled(issues: unknown): unknown {
  if (!Array.isArray(issues)) return issues;
  return issues.map((issue: unknown) => (Object(issue) === issue ? { title: 'Issue', ...(issue as object) } : issue));
}
