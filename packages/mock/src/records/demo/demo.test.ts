import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock, type IssueInput, type PulledWorld, type World } from '@issue-tracking/mock';
import { demoWorld, issue, world } from '@issue-tracking/mock/demo';
import { consoleLevels, issueStatuses, scopes } from '@issue-tracking/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLong, runs } from '../../../../../tools/testing/seeds.ts';

/** When the demo's month ends: nothing in it is later. */
const end = '2026-10-30T17:00:00.000Z';
const demo = loaded(demoWorld());
const { projects, issues } = demo;
const bugs = issues.filter(({ labels }) => labels.includes('bug'));

/** Returns the records of a world with all defaults, as a mock has them: comments in their issue, issues in their project. */
function loaded(input: World | PulledWorld) {
  const { world: all } = createMock({ world: input });
  const commentsOf = Map.groupBy(all.comments.find(), (comment) => `${comment.projectId}/${comment.issueNumber}`);
  const issues = all.issues.find().map((issue) => {
    return { ...issue, comments: commentsOf.get(`${issue.projectId}/${issue.issueNumber}`) ?? [] };
  });
  const issuesOf = Map.groupBy(issues, ({ projectId }) => projectId);
  const projects = all.projects.find().map((project) => ({ ...project, issues: issuesOf.get(project.id) ?? [] }));
  return { all, projects, issues };
}
type LoadedIssue = ReturnType<typeof loaded>['issues'][number];

/** Returns an issue with all defaults. */
function withDefaults(input: IssueInput): LoadedIssue {
  const [made] = loaded({ organizations: [{ projects: [{ issues: [input] }] }] }).issues;
  if (!made) throw new Error('There is no issue.');
  return made;
}

/** Every time in an issue. */
function timesOf({ createdAt, updatedAt, ...lists }: LoadedIssue): string[] {
  const { comments, screenshots, consoleLogs, networkLogs, userActions } = lists;
  const written = [...comments, ...screenshots].map((entry) => entry.createdAt);
  const logged = [...consoleLogs, ...networkLogs, ...userActions].map(({ timestamp }) => timestamp);
  return [createdAt, updatedAt, ...written, ...logged];
}

describe('the demo world', () => {
  test('contains each project file of its folder', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json') && file !== 'world.json');
    const slugs = files.map((file) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')).slug);
    expect(slugs.sort()).toEqual(projects.map(({ slug }) => slug).sort());
  });

  test('is a new object with each call', () => {
    const first = demoWorld();
    first.users?.pop();
    first.organizations?.[0]?.apiKeys?.[0]?.scopes?.pop();
    first.organizations?.[0]?.projects?.[0]?.issues?.[0]?.labels?.pop();
    expect(loaded(demoWorld()).issues).toEqual(issues);
  });

  test('has API keys with different scopes, an expired key, and a user in two active organizations', () => {
    const apiKeys = demo.all.apiKeys.find();
    expect(apiKeys[0]).toMatchObject({ key: 'svc_acme_demo', name: 'acme-demo', scopes, expiresAt: null });
    expect(new Set(apiKeys.map((apiKey) => apiKey.scopes.join()))).toEqual(
      new Set([
        'projects:read,issues:read,issues:write',
        'issues:read,issues:write',
        'projects:read,issues:read',
        'projects:read',
      ]),
    );
    expect(apiKeys.filter(({ expiresAt }) => expiresAt !== null && expiresAt < '2026')).toHaveLength(1);
    const [user] = demo.all.users.find(({ organizations }) => organizations.join() === 'acme,globex');
    expect(demo.all.accessTokens.find({ userId: user?.id ?? '' })[0]).toMatchObject({
      token: 'oat_mara_demo',
      name: 'mara-demo',
      scopes,
      expiresAt: null,
    });
  });

  test('has all console levels, all types of user actions, and successful and failed requests', () => {
    const levels = new Set(issues.flatMap(({ consoleLogs }) => consoleLogs.map(({ level }) => level)));
    expect([...levels].sort()).toEqual([...consoleLevels].sort());
    const actions = new Set(issues.flatMap(({ userActions }) => userActions.map(({ type }) => type)));
    expect([...actions].sort()).toEqual(['click', 'input', 'navigation']);
    const statuses = new Set(
      issues.flatMap(({ networkLogs }) => networkLogs.map(({ status }) => Math.floor(status / 100))),
    );
    expect([...statuses].sort()).toEqual([1, 2, 4, 5]);
  });

  test('has only times within one month, and comments after the creation of their issue', () => {
    for (const one of issues) {
      const times = [one.createdAt, ...one.comments.map(({ createdAt }) => createdAt)];
      expect(times).toEqual(times.toSorted());
      expect(one.createdAt > '2026-09-30').toBe(true);
      expect(timesOf(one).filter((time) => time > end)).toEqual([]);
      const changes = [one.createdAt, ...one.comments.map(({ createdAt }) => createdAt)];
      expect(changes, one.title).toContain(one.updatedAt);
    }
  });

  test('numbers issues in the order of their creation', () => {
    for (const { issues: own } of projects) {
      expect(own.map(({ issueNumber }) => issueNumber)).toEqual(own.map((_, i) => i + 1));
      expect(own.map(({ createdAt }) => createdAt)).toEqual(own.map(({ createdAt }) => createdAt).sort());
    }
  });

  test('has matching browsers, systems, viewports and screenshots', () => {
    for (const { browserInfo, osInfo, viewportSize, techContext, screenshots } of bugs) {
      expect(`${techContext?.browserInfo.name} ${techContext?.browserInfo.version}`).toBe(browserInfo);
      expect(`${techContext?.osInfo.name} ${techContext?.osInfo.version}`).toBe(osInfo);
      expect(`${techContext?.viewportSize.width}x${techContext?.viewportSize.height}`).toBe(viewportSize);
      if (/Safari/.test(browserInfo)) expect(osInfo).toMatch(/^(iOS|macOS) /);
      for (const { width, height } of screenshots) expect(`${width}x${height}`).toBe(viewportSize);
    }
  });

  test('has screenshots as small data URLs', () => {
    const urls = issues.flatMap(({ screenshots }) => screenshots.map(({ url }) => url));
    expect(urls.length).toBeGreaterThan(20);
    expect(urls.filter((url) => !url.startsWith('data:image/svg+xml,'))).toEqual([]);
    expect(Math.max(...urls.map(({ length }) => length))).toBeLessThan(1500);
  });
});

describe('issue()', () => {
  test('returns a bug report with logs, requests and user actions', () => {
    const one = withDefaults(issue());
    expect(one.consoleLogs.length).toBeGreaterThan(0);
    expect(one.networkLogs.length).toBeGreaterThan(0);
    expect(one.userActions.length).toBeGreaterThan(0);
  });

  test('returns a new title with each call', () => {
    const titles = Array.from({ length: 300 }, (_, i) => issue(i % 3 ? {} : { status: 'blocked' }).title);
    expect(new Set(titles).size).toBe(300);
  });

  test('has no issue number unless one is passed', () => {
    expect(issue()).not.toHaveProperty('issueNumber');
    expect(issue({ issueNumber: 7 })).toMatchObject({ issueNumber: 7 });
  });

  test('returns a copy that is independent of the demo world', () => {
    const first = issue({ status: 'verified' });
    first.labels?.push('mine');
    first.consoleLogs?.splice(0);
    expect(loaded(demoWorld()).issues).toEqual(issues);
  });

  test.each(issueStatuses)('with the status %s returns an issue of the demo world with this status', (status) => {
    const { title } = issue({ status });
    expect(issues.find((one) => title?.startsWith(one.title))).toMatchObject({ status });
  });

  test('keeps the passed members and derives matching values for the rest', () => {
    const createdAt = '2027-01-05T10:00:00.000Z';
    const asked = {
      title: 'Mine',
      status: 'verified',
      createdAt,
      assigneeName: 'Ada',
      reporterName: 'Grace',
      browserInfo: 'Lynx 2.9',
    } as const;
    const one = withDefaults(issue(asked));
    expect(one).toMatchObject({
      ...asked,
      assignees: ['Ada'],
      techContext: { browserInfo: { name: 'Lynx', version: '2.9' } },
    });
    expect(one.comments.length).toBeGreaterThanOrEqual(3);
    expect(one.comments.every((comment) => comment.createdAt >= createdAt)).toBe(true);
    expect(one.comments.some(({ authorName }) => authorName === 'Ada')).toBe(true);
    expect(one.updatedAt).toBe(one.comments.at(-1)?.createdAt);
    const captured = [...one.consoleLogs, ...one.networkLogs, ...one.userActions].map(({ timestamp }) => timestamp);
    expect(captured.filter((time) => time >= createdAt || time < '2027-01-05T09:50')).toEqual([]);
  });

  test('derives the first assignee from the assignees, and accepts none', () => {
    expect(withDefaults(issue({ assignees: ['Ada', 'Grace'] }))).toMatchObject({
      assignees: ['Ada', 'Grace'],
      assigneeName: 'Ada',
    });
    expect(withDefaults(issue({ assigneeName: '' }))).toMatchObject({ assignees: [], assigneeName: '' });
    expect(withDefaults(issue({ assignees: [] }))).toMatchObject({ assignees: [], assigneeName: '' });
  });

  test('passes an invalid date or status on, which a mock rejects', () => {
    expect(() => withDefaults(issue({ createdAt: 'noon' }))).toThrow(/createdAt.*found "noon"/);
    expect(() => withDefaults(issue({ status: 'done' as never }))).toThrow(/status.*found "done"/);
  });
});

describe('world()', () => {
  test('returns the requested number of organizations, projects and issues', () => {
    expect(world({ organizations: 3, projects: 1 }).organizations?.map(({ projects }) => projects?.length)).toEqual([
      1, 1, 1,
    ]);
    const made = loaded(world({ organizations: 2, projects: 2, issuesPerProject: 120 }));
    expect(made.projects.map(({ id }) => id)).toEqual(['prj_1', 'prj_2', 'prj_3', 'prj_4']);
    expect(new Set(made.projects.map(({ organizationId }) => organizationId)).size).toBe(2);
    expect(made.all.apiKeys.find().map(({ key }) => key)).toEqual(['svc_org_1', 'svc_org_2']);
    for (const { issues: told } of made.projects) {
      expect(told).toHaveLength(120);
      const whole = told.filter(({ consoleLogs, comments }) => consoleLogs.length + comments.length > 0);
      expect(whole.map(({ issueNumber }) => issueNumber)).toEqual([1, 51, 101]);
    }
  });

  test('returns a valid world of any size, with unique titles and ordered times', () => {
    const size = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(size(4), size(3), size(isLong ? 200 : 60), (organizations, count, issuesPerProject) => {
        const made = loaded(world({ organizations, projects: count, issuesPerProject }));
        expect(made.all.organizations.find()).toHaveLength(organizations);
        expect(made.projects).toHaveLength(organizations * count);
        for (const project of made.projects) {
          expect(project.issues.map(({ issueNumber }) => issueNumber)).toEqual(
            Array.from({ length: issuesPerProject }, (_, i) => i + 1),
          );
          expect(new Set(project.issues.map(({ title }) => title)).size).toBe(issuesPerProject);
          const created = project.issues.map(({ createdAt }) => createdAt);
          expect(created).toEqual(created.toSorted());
          for (const one of project.issues) {
            expect(timesOf(one).filter((time) => time > end)).toEqual([]);
            expect(one.updatedAt >= one.createdAt).toBe(true);
          }
        }
      }),
      { numRuns: runs(6, 300) },
    );
  });

  test.each([{ organizations: -1 }, { projects: 1.5 }, { issuesPerProject: '5' }])('rejects the option %j', (sizes) => {
    const [name, value] = Object.entries(sizes)[0] ?? [];
    expect(() => world(sizes as never)).toThrow(
      `The option "${name}" must be a whole number from 0; found ${JSON.stringify(value)}.`,
    );
  });

  test('rejects an unknown option', () => {
    expect(() => world({ issuesPerProjects: 5 } as never)).toThrow(
      'world() has no option "issuesPerProjects"; did you mean "issuesPerProject"?',
    );
  });

  test('returns an equal but independent world with each call', () => {
    const first = world();
    expect(world()).toEqual(first);
    for (const one of first.organizations?.[0]?.projects?.[0]?.issues ?? []) one.labels?.push('mine');
    expect(JSON.stringify([world(), demoWorld()])).not.toContain('"mine"');
  });
});
