import { type IssueStatus, scopes } from '@issue-tracking/model';
import type { Service } from '../service.ts';
import { checkRecord } from '../store/check-record.ts';
import type { IssueRecord, Kind, RecordsByKind } from '../store/records.ts';
import { addIssue } from '../store/seed-store.ts';
import { parseIssue } from '../world/parse-world.ts';
import type { Dashboard, IssueRef } from './dashboard.ts';

/** The dashboard of a mock. */
export function createDashboard({ store, ids, clock }: Service): Dashboard {
  const now = () => new Date(clock.now()).toISOString();

  function issueEntry({ projectId, issueNumber }: IssueRef) {
    const entry = store.directory.issue(projectId, issueNumber);
    if (!entry) throw new TypeError(`There is no issue ${issueNumber} in ${projectId}.`);
    return entry;
  }

  function add<K extends Kind>(kind: K, record: RecordsByKind[K]): void {
    store.add(kind, checkRecord(kind, record));
  }

  /** A copy, once the collections show what was done. */
  async function done<T>(value: T): Promise<T> {
    await store.settled();
    return structuredClone(value);
  }

  function setStatus(ref: IssueRef, status: IssueStatus): Promise<IssueRecord> {
    const { record } = issueEntry(ref);
    store.setState(record, { status }, clock.now());
    return done(record);
  }

  return {
    async createOrganization({ id = ids.uuid(), slug = ids.next('org'), name = slug, active = true } = {}) {
      const organization = { id, slug, name, active };
      add('organizations', organization);
      return done(organization);
    },
    async createProject({ organizationId, id = ids.next('prj'), slug = id, name = id, description = null }) {
      const project = { id, slug, name, description, createdAt: now(), organizationId };
      add('projects', project);
      return done(project);
    },
    async createIssue({ projectId, ...input }) {
      const project = store.directory.projects.get(projectId);
      if (!project) throw new TypeError(`There is no project ${projectId}.`);
      const { issueNumber = project.nextNumber } = input;
      const place = { projectId, issueNumber, createdAt: now(), now: clock.now() };
      addIssue(store, projectId, parseIssue({ title: `Issue ${issueNumber}`, ...input }, place));
      return done(issueEntry({ projectId, issueNumber }).record);
    },
    verify: async (ref) => setStatus(ref, 'verified'),
    publishReport: async (ref) => setStatus(ref, 'closed'),
    async addComment(ref, { content, authorName = 'Dashboard' }) {
      const comment = { id: ids.next('cmt'), content, authorName, createdAt: now() };
      const { projectId, issueNumber } = issueEntry(ref).record;
      add('comments', { ...comment, projectId, issueNumber });
      return done(comment);
    },
    async createApiKey({ organizationId, key = ids.next('svc'), scopes: granted = [...scopes], expiresAt = null }) {
      const apiKey = { key, organizationId, scopes: granted, expiresAt, revoked: false };
      add('apiKeys', apiKey);
      return done(apiKey);
    },
    async revokeApiKey(key) {
      const apiKey = store.directory.apiKeys.get(key);
      // Not quoted: it may be a real one.
      if (!apiKey) throw new TypeError('There is no such API key.');
      store.change('apiKeys', apiKey, { revoked: true });
    },
    async createUser({ id = ids.next('usr'), name = id, organizations = [] } = {}) {
      const unknown = organizations.find((slug) => !store.directory.slugs.has(slug));
      if (unknown !== undefined) throw new TypeError(`There is no organization with the slug ${unknown}.`);
      const user = { id, name, organizations };
      add('users', user);
      return done(user);
    },
    async createAccessToken({ userId, token = ids.next('oat'), scopes: granted = [...scopes], expiresAt = null }) {
      const accessToken = { token, userId, scopes: granted, expiresAt, revoked: false };
      add('accessTokens', accessToken);
      return done(accessToken);
    },
  };
}
