import type { CheckedIssue, CheckedWorld } from '../world/checked-world.ts';
import type { Store } from './store.ts';

/** Adds a checked world to an empty store. */
export function seedStore(store: Store, { organizations, users }: CheckedWorld): void {
  // Generated names must not equal names later in the world.
  const taken = new Set(
    [...organizations.flatMap(({ apiKeys }) => apiKeys), ...users.flatMap(({ accessTokens }) => accessTokens)].map(
      ({ name }) => name,
    ),
  );
  const free = (base: string) =>
    uniqueName(base, (name) => taken.has(name) || store.directory.credentialNames.has(name));
  for (const { projects, apiKeys, ...organization } of organizations) {
    store.add('organizations', organization);
    const organizationId = organization.id;
    for (const { issues, ...project } of projects) {
      store.add('projects', { ...project, organizationId });
      for (const issue of issues) addIssue(store, project.id, issue);
    }
    for (const { name = free(organization.slug), ...apiKey } of apiKeys)
      store.add('apiKeys', { ...apiKey, name, organizationId, revoked: false });
  }
  for (const { accessTokens, ...user } of users) {
    store.add('users', user);
    for (const { name = free(user.id), ...token } of accessTokens)
      store.add('accessTokens', { ...token, name, userId: user.id, revoked: false });
  }
}

/** Adds an issue and its comments. */
export function addIssue(store: Store, projectId: string, { comments, ...issue }: CheckedIssue): void {
  store.add('issues', { ...issue, projectId });
  for (const comment of comments) {
    store.add('comments', { ...comment, projectId, issueNumber: issue.issueNumber });
  }
}

/** Returns a name that isn't taken, with the first unused number if necessary: `acme`, `acme-2`. */
export function uniqueName(base: string, isTaken: (name: string) => boolean): string {
  let name = base;
  for (let number = 2; isTaken(name); number++) name = `${base}-${number}`;
  return name;
}
