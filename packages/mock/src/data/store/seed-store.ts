import type { CheckedIssue, CheckedWorld } from '../world/checked-world.ts';
import type { Store } from './store.ts';

/** Puts a checked world into an empty store. */
export function seedStore(store: Store, { organizations, users }: CheckedWorld): void {
  for (const { projects, apiKeys, ...organization } of organizations) {
    store.add('organizations', organization);
    const organizationId = organization.id;
    for (const { issues, ...project } of projects) {
      store.add('projects', { ...project, organizationId });
      for (const issue of issues) addIssue(store, project.id, issue);
    }
    for (const apiKey of apiKeys) store.add('apiKeys', { ...apiKey, organizationId, revoked: false });
  }
  for (const { accessTokens, ...user } of users) {
    store.add('users', user);
    for (const token of accessTokens) store.add('accessTokens', { ...token, userId: user.id, revoked: false });
  }
}

/** Adds an issue and its comments, which become records of their own. */
export function addIssue(store: Store, projectId: string, { comments, ...issue }: CheckedIssue): void {
  store.add('issues', { ...issue, projectId });
  for (const comment of comments) {
    store.add('comments', { ...comment, projectId, issueNumber: issue.issueNumber });
  }
}
