import * as api from './generated/api';

interface Target {
  key: string;
  projectId: string;
  issueNumber: number;
}

export async function callAll({ key, projectId, issueNumber: n }: Target): Promise<Record<string, unknown>> {
  const init = { headers: { authorization: `Bearer ${key}` } };
  const p = projectId;
  const get = async (response: Promise<{ data: unknown }>) => (await response).data;
  return {
    'projects.list': await get(api.projectsList({ organizationSlug: 'acme' }, init)),
    'issues.list': await get(api.issuesList(p, { status: 'open', limit: 2 }, init)),
    'issues.get': await get(api.issuesGet(p, n, init)),
    'issues.update': await get(api.issuesUpdate(p, n, { status: 'fix_submitted', priority: 'high' }, init)),
    'issues.comments.list': await get(api.issuesCommentsList(p, n, init)),
    'issues.comments.create': await get(api.issuesCommentsCreate(p, n, { content: 'Seen' }, init)),
    'issues.consoleLogs': await get(api.issuesConsoleLogs(p, n, { level: 'error' }, init)),
    'issues.networkLogs': await get(api.issuesNetworkLogs(p, n, init)),
    'issues.screenshots': await get(api.issuesScreenshots(p, n, init)),
    'issues.techContext': await get(api.issuesTechContext(p, n, init)),
    'issues.userActions': await get(api.issuesUserActions(p, n, init)),
  };
}
