import { type CapturedEntry, sortedByTime } from '../world/entry-order.ts';
import { formatVersion } from '../world/file-format.ts';
import { parseWorld } from '../world/parse-world.ts';
import type { PulledWorld } from '../world/pulled-world.ts';
import type { World } from '../world/world.ts';
import { WorldError } from '../world/world-error.ts';
import type { Directory } from './directory.ts';
import type { CredentialRecord, IssueRecord, ProjectRecord } from './records.ts';
import type { Store } from './store.ts';
import type { PendingWrite } from './writes.ts';

/**
 * Returns the records as a world that gives the same responses. Includes pending writes, but no revoked credentials: they are
 * rejected like unknown ones.
 *
 * @throws WorldError for records that a world can't have, such as a user whose name was changed to a number.
 */
export function exportWorld(store: Store, pending: readonly PendingWrite[]): World | PulledWorld {
  const { organizations, apiKeys, users, accessTokens } = store.records();
  const slugs = new Set(organizations.map(({ slug }) => slug));
  const keysOf = Map.groupBy(apiKeys.filter(isInForce), ({ organizationId }) => organizationId);
  const tokensOf = Map.groupBy(accessTokens.filter(isInForce), ({ userId }) => userId);
  const shown = organizations.map((organization) => ({
    ...organization,
    projects: store.directory
      .projectsOf(organization.id)
      .map((project) => shownProject(store.directory, project, pending)),
    apiKeys: (keysOf.get(organization.id) ?? []).map(({ key, name, scopes, expiresAt }) => ({
      key,
      name,
      scopes,
      expiresAt,
    })),
  }));
  const people = users.map((user) => ({
    ...user,
    // Organizations may have been deleted.
    organizations: [...new Set(user.organizations)].filter((slug) => slugs.has(slug)),
    accessTokens: (tokensOf.get(user.id) ?? []).map(({ token, name, scopes, expiresAt }) => ({
      token,
      name,
      scopes,
      expiresAt,
    })),
  }));
  const world = structuredClone({ formatVersion, organizations: shown, users: people });
  // The casts: `parseWorld` decides which form it is.
  if (isWorld(world) && shown.every(isInOrder)) return world as World;
  const pulled = { form: 'pulled', ...world } as object as PulledWorld;
  parseWorld(pulled);
  return pulled;
}

function isInForce({ revoked }: CredentialRecord): boolean {
  return !revoked;
}

function isWorld(world: unknown): boolean {
  try {
    parseWorld(world);
    return true;
  } catch (error) {
    if (error instanceof WorldError) return false;
    throw error;
  }
}

function shownProject(
  directory: Directory,
  { organizationId: _above, ...project }: ProjectRecord,
  pending: readonly PendingWrite[],
): { issues: Partial<IssueRecord>[] } {
  const issues = [...(directory.issues.get(project.id)?.all() ?? [])];
  return { ...project, issues: issues.map((issue) => shownIssue(directory, issue, pending)) };
}

/** Whether a world would keep the order of all captured entries (GAP-51). The pulled form keeps any order. */
function isInOrder({ projects }: { projects: readonly { issues: readonly Partial<IssueRecord>[] }[] }): boolean {
  const all = projects.flatMap(({ issues }) => issues.flatMap((issue) => lists.map((list) => issue[list] ?? [])));
  return all.every((entries) => sortedByTime<CapturedEntry>(entries).every((entry, at) => entry === entries[at]));
}

/** Lists that are empty by default in both forms of a world. */
const lists = ['consoleLogs', 'networkLogs', 'screenshots', 'userActions'] as const;

function shownIssue(directory: Directory, record: IssueRecord, pending: readonly PendingWrite[]): Partial<IssueRecord> {
  const writes = pending.filter(
    ({ projectId, issueNumber }) => projectId === record.projectId && issueNumber === record.issueNumber,
  );
  const { projectId: _above, ...issue } = Object.assign({ ...record }, ...writes.map(({ changes }) => changes));
  const all = [...directory.commentsOn(record), ...writes.flatMap(({ comment = [] }) => comment)].map(
    ({ projectId: _project, issueNumber: _issue, ...comment }) => comment,
  );
  for (const list of lists) if (Array.isArray(issue[list]) && issue[list].length === 0) delete issue[list];
  return all.length > 0 ? { ...issue, comments: all } : issue;
}
