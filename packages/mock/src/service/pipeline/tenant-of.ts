import type { Directory } from '../../data/store/directory.ts';
import { decodedSegment } from '../../platform/http/exchange.ts';

/** Whom a request is for: the organization of an API key, whether that is in force or not; of a token, that of the project in the path. */
export function tenantOf(directory: Directory, credential: string, path: string): string | undefined {
  const apiKey = directory.apiKeys.get(credential);
  if (apiKey) return apiKey.organizationId;
  const token = directory.accessTokens.get(credential);
  const [, projectId] = (token && /^\/api\/v1\/projects\/([^/]+)/.exec(path)) ?? [];
  if (!token || projectId === undefined) return undefined;
  const project = directory.projects.get(decodedSegment(projectId));
  const organization = project && directory.organizations.get(project.organizationId);
  const isTheirs = organization && directory.users.get(token.userId)?.organizations.includes(organization.slug);
  return isTheirs ? organization.id : undefined;
}
