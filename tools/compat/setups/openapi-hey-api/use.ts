import * as api from './generated';
import { createClient } from './generated/client';

interface Shown {
  url: string;
  key: string;
  projectId: string;
  issueNumber: number;
}

export async function callAll({ url, key, projectId, issueNumber }: Shown): Promise<Record<string, unknown>> {
  const client = createClient({ baseUrl: url, auth: key, throwOnError: true });
  const issue = { client, path: { projectId, issueNumber } };
  const get = async (answer: Promise<{ data?: unknown }>) => (await answer).data;
  return {
    'projects.list': await get(api.projectsList({ client, query: { organizationSlug: 'acme' } })),
    'issues.list': await get(api.issuesList({ client, path: { projectId }, query: { status: 'open', limit: 2 } })),
    'issues.get': await get(api.issuesGet(issue)),
    'issues.update': await get(api.issuesUpdate({ ...issue, body: { status: 'fix_submitted', priority: 'high' } })),
    'issues.comments.list': await get(api.issuesCommentsList(issue)),
    'issues.comments.create': await get(api.issuesCommentsCreate({ ...issue, body: { content: 'Seen' } })),
    'issues.consoleLogs': await get(api.issuesConsoleLogs({ ...issue, query: { level: 'error' } })),
    'issues.networkLogs': await get(api.issuesNetworkLogs(issue)),
    'issues.screenshots': await get(api.issuesScreenshots(issue)),
    'issues.techContext': await get(api.issuesTechContext(issue)),
    'issues.userActions': await get(api.issuesUserActions(issue)),
  };
}
