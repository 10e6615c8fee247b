import type { Dashboard, Tenant, TenantOptions } from '../dashboard/dashboard.ts';
import type { MockClientOptions } from '../mock.ts';
import { checkTenant } from './check-tenant.ts';

/** Makes a tenant, or nothing at all. */
export async function createTenant(
  dashboard: Dashboard,
  options: TenantOptions,
  clientOptions: Omit<MockClientOptions, 'apiKey'>,
): Promise<Tenant> {
  checkTenant(options);
  const { issues = [], scopes } = options;
  const organization = await dashboard.createOrganization();
  const project = await dashboard.createProject({ organizationId: organization.id });
  const inputs = typeof issues === 'number' ? Array.from({ length: issues }, () => ({})) : issues;
  for (const issue of inputs) await dashboard.createIssue({ projectId: project.id, ...issue });
  const { key: apiKey } = await dashboard.createApiKey({ organizationId: organization.id, ...(scopes && { scopes }) });
  return { organization, project, apiKey, clientOptions: { ...clientOptions, apiKey } };
}
