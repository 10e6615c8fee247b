import type { MockClientOptions } from '../mock.ts';
import type { Dashboard, Tenant, TenantOptions } from './dashboard.ts';

/** Makes a tenant. */
export async function createTenant(
  dashboard: Dashboard,
  { issues = [], scopes }: TenantOptions,
  clientOptions: Omit<MockClientOptions, 'apiKey'>,
): Promise<Tenant> {
  if (typeof issues === 'number' && !(Number.isSafeInteger(issues) && issues >= 0)) {
    throw new TypeError(`A tenant's "issues" must be a whole number from 0, or an array of issues; not ${issues}.`);
  }
  const organization = await dashboard.createOrganization();
  const project = await dashboard.createProject({ organizationId: organization.id });
  const inputs = typeof issues === 'number' ? Array.from({ length: issues }, () => ({})) : issues;
  for (const issue of inputs) await dashboard.createIssue({ projectId: project.id, ...issue });
  const { key: apiKey } = await dashboard.createApiKey({ organizationId: organization.id, ...(scopes && { scopes }) });
  return { organization, project, apiKey, clientOptions: { ...clientOptions, apiKey } };
}
