import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

interface Shown {
  url: string;
  key: string;
  projectId: string;
  issueNumber: number;
}

export async function callAll({ url, key, projectId, issueNumber }: Shown): Promise<Record<string, unknown>> {
  const client = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${key}` } });
  const issue = { params: { path: { projectId, issueNumber } } };
  const path = '/api/v1/projects/{projectId}/issues/{issueNumber}';
  const { data: read } = await client.GET(path, issue);
  const status: components['schemas']['Issue']['status'] | undefined = read?.data.status;
  // @ts-expect-error: a member that the API doesn't have.
  const misspelt = read?.data.statuss;
  // @ts-expect-error: a status that the API doesn't have.
  const wrong = await client.PATCH(path, { ...issue, body: { status: 'done' } });
  const isRefused = wrong.response.status === 400 && wrong.error?.details?.[0]?.field === 'status';
  if (!isRefused || misspelt !== undefined || status === undefined) throw new Error('the types say something else');
  const get = async (answer: Promise<{ data?: unknown }>) => (await answer).data;
  return {
    'projects.list': await get(client.GET('/api/v1/projects', { params: { query: { organizationSlug: 'acme' } } })),
    'issues.list': await get(
      client.GET('/api/v1/projects/{projectId}/issues', {
        params: { path: { projectId }, query: { status, limit: 2 } },
      }),
    ),
    'issues.get': read,
    'issues.update': await get(client.PATCH(path, { ...issue, body: { status: 'fix_submitted', priority: 'high' } })),
    'issues.comments.list': await get(client.GET(`${path}/comments`, issue)),
    'issues.comments.create': await get(client.POST(`${path}/comments`, { ...issue, body: { content: 'Seen' } })),
    'issues.consoleLogs': await get(
      client.GET(`${path}/console-logs`, { params: { ...issue.params, query: { level: 'error' } } }),
    ),
    'issues.networkLogs': await get(client.GET(`${path}/network-logs`, issue)),
    'issues.screenshots': await get(client.GET(`${path}/screenshots`, issue)),
    'issues.techContext': await get(client.GET(`${path}/tech-context`, issue)),
    'issues.userActions': await get(client.GET(`${path}/user-actions`, issue)),
  };
}
