import type { CheckedIssue, CheckedWorld } from '../world/checked-world.ts';
import type { Store } from './store.ts';

/** Puts a checked world into an empty store. */
export function seedStore(store: Store, { organizations, users }: CheckedWorld): void {
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

/**
 * Lets equal values of many records be one object. Most issues of a large world have the same few label sets and
 * technical contexts, and no entries at all: it takes a third off their memory. Frozen, as nobody may change what others
 * hold too.
 */
class Sharing {
  readonly #values = new Map<string, object>();

  share<T extends object>(value: T): T {
    const text = JSON.stringify(value);
    const shared = this.#values.get(text);
    // The same text was written from an equal value of the same member's type.
    if (shared) return shared as T;
    this.#values.set(text, Object.freeze(value));
    return value;
  }
}
