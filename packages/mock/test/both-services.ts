import { createMock, type Mock, type MockOptions, parseWorld, virtualClock } from '@issue-tracking/mock';
import type { CapturedName } from '@issue-tracking/model';
import {
  type Data,
  fullCredential,
  plainIssue,
  richData,
  type StoredIssue,
  type StoredProject,
} from '../../../tools/spec-service/data.ts';
import { SpecService } from '../../../tools/spec-service/service.ts';
import { invalid } from '../../../tools/spec-service/wire.ts';
import { start } from './fixture.ts';

const rateLimit = { requests: 12, windowMs: 60_000 };
const iso = (time: number) => new Date(time).toISOString();

/** Returns the records of both services, with a key that expires after a minute. */
export function records(): Data {
  const data = richData();
  data.credentials.set('svc_expiresInAMinute4e2a', fullCredential(Date.parse(start) + 60_000));
  return data;
}

const world = parseWorld(worldOf(new SpecService(() => 0, records())));

/** Returns a mock and the service written from the specification, with the same records, clock and limits. */
export function bothServices(): { mock: Mock; spec: SpecService } {
  const spec: SpecService = new SpecService(() => mock.clock.now(), records());
  const options: MockOptions = { clock: virtualClock({ now: start }), rateLimit, world };
  const mock = createMock({ ...options, source: ({ headers }) => headers.get('authorization') ?? '' });
  spec.rate = rateLimit;
  chooseAsTheMock(spec);
  return { mock, spec };
}

/** Chooses what the mock does by default where the specification leaves it open. */
function chooseAsTheMock(spec: SpecService): void {
  const { allow, change, itemJson, summaryJson } = spec;
  // GAP-19
  spec.itemJson = (issue) => ({ ...itemJson(issue), reporterName: issue.reporter });
  // GAP-21
  spec.isSame = (one, other) => one.shown === other.shown;
  // GAP-34
  spec.change = (issue, update) => {
    const { updatedAt } = issue;
    change(issue, update);
    if (update.status ?? update.priority) issue.updatedAt = Math.max(spec.now(), updatedAt + 1);
  };
  // GAP-42
  spec.summaryJson = (issue) => ({
    ...summaryJson(issue),
    networkErrorCount: issue.network.filter(({ status }) => status === 0 || status >= 400).length,
  });
  // GAP-20: a request is checked before the project or the issue is looked up.
  const empty = { issues: [] as StoredIssue[] } as StoredProject;
  spec.allow = (credential, scope, request) => {
    allow(credential, scope, request);
    const [, , , , , , number, part] = request.path.split('/');
    if (scope === 'projects:read') return;
    if (scope === 'issues:write') spec.body(request);
    if (number === undefined) spec.listIssues(empty, request.query);
    else if (!/^[1-9]\d*$/.test(number)) throw invalid('issueNumber', 'must be a whole number from 1');
    if (part === 'console-logs') spec.listCaptured(plainIssue(1, 0), part, request.query);
  };
}

/** Returns the records of the specification's service as a world. */
function worldOf(spec: SpecService) {
  const { projects, credentials } = spec.data;
  const organizations = new Set(projects.map(({ organization }) => organization));
  const keys = [...credentials].filter(([text]) => text.startsWith('svc_'));
  const tokens = [...credentials].filter(([text]) => !text.startsWith('svc_'));
  const expiry = (at?: number) => ({ expiresAt: at === undefined ? null : iso(at) });
  return {
    organizations: [...organizations].map((organization) => ({
      ...organization,
      projects: projects.filter((project) => project.organization === organization).map(projectInput),
      apiKeys: keys
        .filter(([, { organizations }]) => organizations[0] === organization)
        .map(([key, { scopes, expiresAt }]) => ({ key, scopes, ...expiry(expiresAt) })),
    })),
    users: tokens.map(([token, credential]) => ({
      id: `user-of-${token}`,
      // A comment is signed by it.
      name: spec.authorOf(credential),
      organizations: credential.organizations.map(({ slug }) => slug),
      accessTokens: [{ token, scopes: credential.scopes, ...expiry(credential.expiresAt) }],
    })),
  };
}

function projectInput({ organization: _, createdAt, issues, ...project }: StoredProject) {
  return { ...project, createdAt: iso(createdAt), issues: issues.map(issueInput) };
}

function issueInput(issue: StoredIssue) {
  const made = <Entry extends { createdAt: number }>(entry: Entry) => ({ ...entry, createdAt: iso(entry.createdAt) });
  const seen = <Entry extends { timestamp: number }>(entry: Entry) => ({ ...entry, timestamp: iso(entry.timestamp) });
  const { title, description, status, priority, labels, assignees } = issue;
  return {
    ...{ title, description, status, priority, labels, assignees },
    issueNumber: issue.number,
    reporterName: issue.reporter,
    pageUrl: issue.page,
    browserInfo: issue.browser,
    osInfo: issue.os,
    viewportSize: issue.viewport,
    jsErrorCount: issue.scriptErrors,
    createdAt: iso(issue.createdAt),
    updatedAt: iso(issue.updatedAt),
    comments: issue.comments.map(made),
    screenshots: issue.screenshots.map(made),
    consoleLogs: issue.console.map(seen),
    networkLogs: issue.network.map(seen),
    userActions: issue.actions.map(seen),
    techContext: issue.context,
  } satisfies Record<CapturedName, unknown> & Record<string, unknown>;
}
