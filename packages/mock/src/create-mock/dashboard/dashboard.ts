import { apiKeyPrefix, type Comment, type IssueStatus, type Scope, scopes } from '@issue-tracking/model';
import type {
  AccessTokenRecord,
  ApiKeyRecord,
  IssueRecord,
  OrganizationRecord,
  ProjectRecord,
  UserRecord,
} from '../../data/store/records.ts';
import { addIssue, uniqueName } from '../../data/store/seed-store.ts';
import { stateChanges } from '../../data/store/writes.ts';
import { fillIssue } from '../../data/world/fill.ts';
import { parseData } from '../../data/world/world-error.ts';
import type { MockService } from '../../service/service.ts';
import {
  type CredentialRef,
  credentialRef,
  type DashboardComment,
  dashboardComment,
  type IssueRef,
  issueRef,
  type NewAccessToken,
  type NewApiKey,
  type NewIssue,
  type NewOrganization,
  type NewProject,
  type NewUser,
  newAccessToken,
  newApiKey,
  newIssue,
  newOrganization,
  newProject,
  newUser,
  revokedApiKey,
  scopeList,
  slugs,
  userRef,
} from './inputs.ts';

/**
 * Actions of users in the dashboard: the API can't create issues or set `verified` or `closed`. All methods return copies of
 * the records.
 *
 * @throws WorldError or TypeError, as a rejection, for invalid input.
 */
export interface Dashboard {
  /**
   * Creates an organization.
   *
   * @param organization Its fields. By default it is active, with a generated id, slug and name.
   */
  createOrganization(organization?: NewOrganization): Promise<OrganizationRecord>;
  /**
   * Creates a project in an organization.
   *
   * @param project Its fields. Only `organizationId` is required.
   */
  createProject(project: NewProject): Promise<ProjectRecord>;
  /**
   * Creates an issue in a project.
   *
   * @param issue Its fields. Only `projectId` is required. By default it is `open` and has the next number, without a page,
   * browser or technical context.
   */
  createIssue(issue: NewIssue): Promise<IssueRecord>;
  /**
   * Sets `verified`, as a user does in the dashboard or the browser extension.
   *
   * @param issue Its `projectId` and `issueNumber`.
   */
  verify(issue: IssueRef): Promise<IssueRecord>;
  /**
   * Sets `closed`, as publishing a report does.
   *
   * @param issue Its `projectId` and `issueNumber`.
   */
  publishReport(issue: IssueRef): Promise<IssueRecord>;
  /**
   * Deletes an issue with its comments: from now on the API responds with 404 for it.
   *
   * @param issue Its `projectId` and `issueNumber`.
   */
  deleteIssue(issue: IssueRef): Promise<void>;
  /**
   * Adds a comment as a user.
   *
   * @param issue Its `projectId` and `issueNumber`.
   * @param comment Its `content`, and the author's name.
   */
  addComment(issue: IssueRef, comment: DashboardComment): Promise<Comment>;
  /**
   * Creates an API key of an organization.
   *
   * @param apiKey Only `organizationId` is required. By default the key has every scope and never expires.
   */
  createApiKey(apiKey: NewApiKey): Promise<ApiKeyRecord>;
  /**
   * Revokes an API key: from now on it gets 401.
   *
   * @param apiKey An object with the `key`.
   */
  revokeApiKey(apiKey: { key: string }): Promise<void>;
  /**
   * Changes the scopes of an API key or access token. They apply from its next request.
   *
   * @param credential An object with the `key` or the `token`.
   * @param scopes The new scopes.
   */
  setScopes(credential: CredentialRef, scopes: Scope[]): Promise<void>;
  /**
   * Creates a user.
   *
   * @param user Its fields. By default it belongs to no organization.
   */
  createUser(user?: NewUser): Promise<UserRecord>;
  /**
   * Changes the organizations of a user. From now on, the user's tokens see the projects of these.
   *
   * @param user An object with the `id`.
   * @param organizations Slugs.
   */
  setOrganizations(user: { id: string }, organizations: string[]): Promise<UserRecord>;
  /**
   * Creates an OAuth access token of a user.
   *
   * @param token Only `userId` is required. By default the token has every scope and never expires.
   */
  createAccessToken(token: NewAccessToken): Promise<AccessTokenRecord>;
}

/** Returns the dashboard of a mock. */
export function createDashboard(service: MockService): Dashboard {
  const { store, writes, ids, clock } = service;
  const now = () => new Date(clock.now()).toISOString();

  function findIssue(ref: IssueRef): IssueRecord {
    const { projectId, issueNumber } = parseData(issueRef, ref, 'reference to an issue');
    const issue = store.directory.issue(projectId, Number(issueNumber));
    if (!issue) throw new TypeError(`There is no issue ${issueNumber} in ${projectId}.`);
    return issue;
  }

  const free = (base: string) => uniqueName(base, (name) => store.directory.credentialNames.has(name));

  function checkSlugs(organizations: readonly string[]): void {
    const unknown = organizations.find((slug) => !store.directory.slugs.has(slug));
    if (unknown !== undefined) throw new TypeError(`There is no organization with the slug ${unknown}.`);
  }

  /** Copies a record, so that tests can't change the mock's own. */
  async function done<T>(value: T): Promise<T> {
    return structuredClone(value);
  }

  function setStatus(found: IssueRecord, status: IssueStatus): Promise<IssueRecord> {
    // Delayed writes must not be applied after this one.
    const issue = writes.applyAllTo(found);
    return done(store.change('issues', issue, stateChanges(issue, { status }, clock.now())));
  }

  return {
    async createOrganization(input = {}) {
      const {
        id = ids.uuid(),
        slug = ids.next('org'),
        name = slug,
        active = true,
      } = parseData(newOrganization, input, 'organization');
      const organization = { id, slug, name, active };
      store.add('organizations', organization);
      return done(organization);
    },
    async createProject(input) {
      const checked = parseData(newProject, input, 'project');
      const { organizationId, id = ids.next('prj'), slug = id, name = id, description = null } = checked;
      const project = { id, slug, name, description, createdAt: now(), organizationId };
      store.add('projects', project);
      return done(project);
    },
    // GEN-6: the API can't create issues.
    async createIssue(input) {
      const { projectId, ...issue } = parseData(newIssue, input, 'issue');
      const issues = store.directory.issues.get(projectId);
      if (!issues) {
        const existing = [...store.directory.projects.keys()].slice(0, 5).join(', ');
        throw new TypeError(`There is no project ${projectId}.${existing && ` Existing projects: ${existing}.`}`);
      }
      const { issueNumber = issues.nextNumber } = issue;
      const place = { projectId, issueNumber, createdAt: now(), now: clock.now() };
      // The dashboard captures nothing (GAP-59).
      addIssue(store, projectId, fillIssue({ title: `Issue ${issueNumber}`, techContext: null, ...issue }, place));
      return done(findIssue({ projectId, issueNumber }));
    },
    // STA-5, STA-6: only users set these two.
    verify: async (issue) => setStatus(findIssue(issue), 'verified'),
    publishReport: async (issue) => setStatus(findIssue(issue), 'closed'),
    async deleteIssue(ref) {
      store.remove('issues', findIssue(ref));
    },
    async addComment(ref, input) {
      const { projectId, issueNumber } = findIssue(ref);
      const { content, authorName = 'Dashboard' } = parseData(dashboardComment, input, 'comment');
      const comment = { id: ids.next('cmt'), content, authorName, createdAt: now() };
      store.add('comments', { ...comment, projectId, issueNumber });
      return done(comment);
    },
    async createApiKey(input) {
      const checked = parseData(newApiKey, input, 'API key');
      const { organizationId, key = ids.next(keyPrefix), scopes: granted = [...scopes], expiresAt = null } = checked;
      const name = checked.name ?? free(store.directory.organizations.get(organizationId)?.slug ?? '');
      const apiKey = { key, name, organizationId, scopes: granted, expiresAt, revoked: false };
      store.add('apiKeys', apiKey);
      return done(apiKey);
    },
    async revokeApiKey(input) {
      const { key } = parseData(revokedApiKey, input, 'API key to revoke');
      const apiKey = store.directory.apiKeys.get(key);
      // Not quoted: it may be a real one.
      if (!apiKey) throw new TypeError('There is no such API key.');
      store.change('apiKeys', apiKey, { revoked: true });
    },
    async setScopes(credential, granted) {
      const { key = '', token = '' } = parseData(credentialRef, credential, 'reference to a credential');
      const unique = [...new Set(parseData(scopeList, granted, 'list of scopes'))];
      const apiKey = store.directory.apiKeys.get(key);
      const accessToken = store.directory.accessTokens.get(token);
      // Not quoted: it may be a real one.
      if (!apiKey && !accessToken) throw new TypeError('There is no such API key or access token.');
      if (apiKey) store.change('apiKeys', apiKey, { scopes: unique });
      if (accessToken) store.change('accessTokens', accessToken, { scopes: unique });
    },
    async setOrganizations(ref, input) {
      const { id } = parseData(userRef, ref, 'reference to a user');
      const organizations = [...new Set(parseData(slugs, input, 'list of organizations'))];
      const user = store.directory.users.get(id);
      if (!user) throw new TypeError(`There is no user ${id}.`);
      checkSlugs(organizations);
      return done(store.change('users', user, { organizations }));
    },
    async createUser(input = {}) {
      const { id = ids.next('usr'), name = id, organizations = [] } = parseData(newUser, input, 'user');
      checkSlugs(organizations);
      const user = { id, name, organizations };
      store.add('users', user);
      return done(user);
    },
    async createAccessToken(input) {
      const checked = parseData(newAccessToken, input, 'access token');
      const { userId, token = ids.next('oat'), scopes: granted = [...scopes], expiresAt = null } = checked;
      const accessToken = {
        token,
        name: checked.name ?? free(userId),
        userId,
        scopes: granted,
        expiresAt,
        revoked: false,
      };
      store.add('accessTokens', accessToken);
      return done(accessToken);
    },
  };
}

/** Prefix of API keys as `Ids.next` takes it, without the underscore. */
const keyPrefix = apiKeyPrefix.slice(0, -1);
