import type { CheckedIssue, CheckedWorld } from '../world/checked-world.ts';
import { Sharing } from './sharing.ts';
import type { Store } from './store.ts';

/** Puts a checked world into an empty store. */
export function loadWorld(store: Store, { organizations, users }: CheckedWorld): void {
  const sharing = new Sharing();
  for (const { projects, apiKeys, ...organization } of organizations) {
    store.add('organizations', organization);
    const organizationId = organization.id;
    for (const { issues, ...project } of projects) {
      store.add('projects', { ...project, organizationId });
      for (const issue of issues) addIssue(store, project.id, issue, sharing);
    }
    for (const apiKey of apiKeys) store.add('apiKeys', { ...apiKey, organizationId, revoked: false });
  }
  for (const { accessTokens, ...user } of users) {
    store.add('users', user);
    for (const token of accessTokens) store.add('accessTokens', { ...token, userId: user.id, revoked: false });
  }
}

/** Adds an issue and its comments, which become records of their own. */
export function addIssue(
  store: Store,
  projectId: string,
  { comments, ...issue }: CheckedIssue,
  sharing = new Sharing(),
): void {
  store.add('issues', {
    ...issue,
    projectId,
    labels: sharing.share(issue.labels),
    assignees: sharing.share(issue.assignees),
    consoleLogs: sharing.share(issue.consoleLogs),
    networkLogs: sharing.share(issue.networkLogs),
    screenshots: sharing.share(issue.screenshots),
    techContext: sharing.share(issue.techContext),
    userActions: sharing.share(issue.userActions),
  });
  for (const comment of comments) {
    store.add('comments', { ...comment, projectId, issueNumber: issue.issueNumber });
  }
}
