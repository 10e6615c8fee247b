import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faker } from '@faker-js/faker/locale/en';
import { parseWorld } from '@issue-tracking/mock';
import { demoWorld, issue, world } from '@issue-tracking/mock/demo';
import { issuePriorities, issueStatuses, scopes } from '@issue-tracking/model';
import { describe, expect, test } from 'vitest';
import type { CheckedIssue } from '../world/checked-world.ts';
import { place } from '../world/fixture.ts';
import { parseIssue } from '../world/parse-world.ts';
import { referenceDate } from './random.ts';

const checked = parseWorld(demoWorld());
const projects = checked.organizations.flatMap((organization) => organization.projects);
const issues = projects.flatMap((project) => project.issues);
const bugs = issues.filter(({ labels }) => labels.includes('bug'));

/** What share of the issues is so, in percent. */
function share(is: (issue: CheckedIssue) => boolean): number {
  return (100 * issues.filter(is).length) / issues.length;
}

describe('the demo world', () => {
  test('is three organizations, one of them inactive, six projects and 400 issues', () => {
    expect(checked.organizations.map(({ slug, active }) => [slug, active])).toEqual([
      ['acme', true],
      ['globex', true],
      ['initech', false],
    ]);
    expect(projects).toHaveLength(6);
    expect(issues).toHaveLength(400);
  });

  test('is the same for the same seed, and another for another', () => {
    expect(demoWorld({ seed: 1 })).toEqual(demoWorld());
    const other = demoWorld({ seed: 2 });
    expect(other).not.toEqual(demoWorld());
    expect(other.organizations?.map(({ apiKeys }) => apiKeys)).toEqual(
      demoWorld().organizations?.map(({ apiKeys }) => apiKeys),
    );
  });

  test('neither disturbs a faker of the test nor is disturbed by it', () => {
    faker.seed(7);
    const undisturbed = [faker.string.uuid(), faker.string.uuid()];
    faker.seed(7);
    const before = faker.string.uuid();
    expect(demoWorld()).toEqual(demoWorld({ seed: 1 }));
    expect([before, faker.string.uuid()]).toEqual(undisturbed);
  });

  test('every call gives a world of its own', () => {
    const first = demoWorld();
    first.users?.pop();
    first.organizations?.[0]?.apiKeys?.[0]?.scopes?.pop();
    expect(parseWorld(demoWorld())).toEqual(checked);
  });

  test('has keys of several scopes, an expired one, and a person in two active organizations', () => {
    const apiKeys = checked.organizations.flatMap((organization) => organization.apiKeys);
    expect(apiKeys[0]).toEqual({ key: 'svc_acme_demo', scopes: [...scopes], expiresAt: null });
    expect(new Set(apiKeys.map((apiKey) => apiKey.scopes.join()))).toEqual(
      new Set([
        'projects:read,issues:read,issues:write',
        'issues:read,issues:write',
        'projects:read,issues:read',
        'projects:read',
      ]),
    );
    expect(apiKeys.filter(({ expiresAt }) => expiresAt !== null && expiresAt < '2026')).toHaveLength(1);
    expect(checked.users.find(({ organizations }) => organizations.join() === 'acme,globex')?.accessTokens[0]).toEqual({
      token: 'oat_mara_demo',
      scopes: [...scopes],
      expiresAt: null,
    });
  });

  test('has every status and priority in believable shares', () => {
    for (const status of issueStatuses)
      expect(
        share((one) => one.status === status),
        status,
      ).toBeGreaterThan(2);
    for (const priority of issuePriorities)
      expect(
        share((one) => one.priority === priority),
        priority,
      ).toBeGreaterThan(3);
    expect(share(({ status }) => status === 'open')).toBeGreaterThan(20);
    expect(share(({ status }) => status === 'closed')).toBeGreaterThan(20);
    expect(share(({ priority }) => priority === 'critical')).toBeLessThan(15);
  });

  test('no two issues of a project have the same title', () => {
    for (const { name, issues: own } of projects) {
      expect(new Set(own.map(({ title }) => title)).size, name).toBe(own.length);
    }
  });

  test('happens within a month, in order: report, comments, change', () => {
    for (const one of issues) {
      const times = [one.createdAt, ...one.comments.map(({ createdAt }) => createdAt), referenceDate];
      expect(times).toEqual(times.toSorted());
      expect(one.createdAt > '2026-09-30').toBe(true);
      expect(one.updatedAt >= one.createdAt && one.updatedAt <= referenceDate).toBe(true);
    }
  });

  test('numbers go with the time of creation', () => {
    for (const { issues: own } of projects) {
      expect(own.map(({ issueNumber }) => issueNumber)).toEqual(own.map((_, i) => i + 1));
      expect(own.map(({ createdAt }) => createdAt)).toEqual(own.map(({ createdAt }) => createdAt).sort());
    }
  });

  test('what was captured with a bug came before its report, the actions first', () => {
    for (const bug of bugs) {
      const actions = bug.userActions.map(({ timestamp }) => timestamp);
      const logs = bug.consoleLogs.map(({ timestamp }) => timestamp);
      const requests = bug.networkLogs.map(({ timestamp }) => timestamp);
      for (const times of [actions, logs, requests]) expect(times).toEqual(times.toSorted());
      expect([...actions, ...logs, ...requests].every((time) => time < bug.createdAt)).toBe(true);
      expect(actions.length).toBeGreaterThan(0);
      expect(logs.at(-1)?.localeCompare(actions.at(-1) ?? '')).toBe(logs.length > 1 ? 1 : -1);
    }
  });

  test('failing requests are in the console too, and exceptions have stacks as their browser writes them', () => {
    for (const bug of bugs) {
      for (const { url, status } of bug.networkLogs.filter((request) => request.status >= 400)) {
        expect(
          bug.consoleLogs.some(({ level, message }) => level === 'error' && message.endsWith(`${url} ${status}`)),
        ).toBe(true);
      }
      for (const { source } of bug.consoleLogs) expect(source).toMatch(/^https:\/\/.+\.js:\d+:\d+$/);
      const stack = bug.consoleLogs.find(({ message }) => message.includes('\n'));
      expect(stack !== undefined).toBe(bug.jsErrorCount > 0);
      if (stack)
        expect(stack.message).toMatch(/Firefox|Safari/.test(bug.browserInfo) ? /\n\S+@https/ : /\n {4}at \S+ \(https/);
    }
  });

  test('browser, system, viewport and pictures agree', () => {
    for (const { browserInfo, osInfo, viewportSize, techContext, screenshots } of bugs) {
      expect(`${techContext.browserInfo.name} ${techContext.browserInfo.version}`).toBe(browserInfo);
      expect(`${techContext.osInfo.name} ${techContext.osInfo.version}`).toBe(osInfo);
      expect(`${techContext.viewportSize.width}x${techContext.viewportSize.height}`).toBe(viewportSize);
      if (/Safari/.test(browserInfo)) expect(osInfo).toMatch(/^(iOS|macOS) /);
      for (const { width, height } of screenshots) expect(`${width}x${height}`).toBe(viewportSize);
    }
  });

  test('what is done was discussed, and who works on it is assigned', () => {
    for (const { status, comments, assigneeName, assignees } of issues) {
      if (status === 'verified' || status === 'closed') expect(comments.length).toBeGreaterThanOrEqual(3);
      if (status !== 'open') expect(assigneeName).not.toBe('');
      expect(assignees[0] ?? '').toBe(assigneeName);
    }
  });
});

test('faker is reached from this entry point only', () => {
  const sources = fileURLToPath(new URL('..', import.meta.url));
  const outside = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test(-d)?\.ts$/.test(file) && !/^demo(\/|\.ts$)/.test(file),
  );
  expect(outside.length).toBeGreaterThan(10);
  for (const file of outside) {
    // `import()` is fine: it is another chunk.
    expect(readFileSync(join(sources, file), 'utf8'), file).not.toMatch(/from '(@faker-js|\.[^']*\/demo(\/|\.ts'))/);
  }
});

describe('issue()', () => {
  test('is a whole bug report', () => {
    const one = parseIssue(issue(), place);
    expect(one.consoleLogs.length).toBeGreaterThan(0);
    expect(one.networkLogs.length).toBeGreaterThan(0);
    expect(one.userActions.length).toBeGreaterThan(0);
  });

  test('is another with each call, and the same with the same seed', () => {
    expect(issue()).not.toEqual(issue());
    expect(issue({}, { seed: 3 })).toEqual(issue({}, { seed: 3 }));
  });

  test('is as it is asked to be, and tells the rest to fit', () => {
    const createdAt = '2027-01-05T10:00:00.000Z';
    const asked = {
      title: 'Mine',
      status: 'verified',
      createdAt,
      assigneeName: 'Ada',
      browserInfo: 'Lynx 2.9',
    } as const;
    const one = parseIssue(issue(asked), place);
    expect(one).toMatchObject({
      ...asked,
      assignees: ['Ada'],
      techContext: { browserInfo: { name: 'Lynx', version: '2.9' } },
    });
    expect(one.comments.length).toBeGreaterThanOrEqual(3);
    expect(one.comments.every((comment) => comment.createdAt >= createdAt)).toBe(true);
    expect(one.updatedAt >= createdAt).toBe(true);
    expect(one.comments.some(({ authorName }) => authorName === 'Ada')).toBe(true);
  });

  test('can be nobody’s', () => {
    expect(issue({ assigneeName: '' }).assignees).toEqual([]);
  });
});

describe('world()', () => {
  test('has as many as asked for, projects spread over the organizations', () => {
    const { organizations } = parseWorld(world({ organizations: 2, projects: 3, issuesPerProject: 120 }));
    expect(organizations.map((organization) => organization.projects.map(({ id }) => id))).toEqual([
      ['prj_1', 'prj_3'],
      ['prj_2'],
    ]);
    expect(organizations.map(({ apiKeys }) => apiKeys[0]?.key)).toEqual(['svc_org_1', 'svc_org_2']);
    for (const { projects: own } of organizations) {
      for (const { issues: told } of own) {
        expect(told).toHaveLength(120);
        expect(told.filter(({ consoleLogs }) => consoleLogs.length > 0)).toHaveLength(2);
      }
    }
  });

  test.each([{ organizations: -1 }, { projects: 1.5 }, { issuesPerProject: '5' }])('refuses %j', (sizes) => {
    expect(() => world(sizes as never)).toThrow(`${Object.keys(sizes)} must be a whole number from 0.`);
  });

  test('is the same for the same seed', () => {
    expect(world({ seed: 4 })).toEqual(world({ seed: 4 }));
    expect(world({ seed: 4 })).not.toEqual(world({ seed: 5 }));
  });

  test('can be empty', () => {
    expect(parseWorld(world({ organizations: 0 })).organizations).toEqual([]);
    expect(parseWorld(world({ issuesPerProject: 0 })).organizations[0]?.projects[0]?.issues).toEqual([]);
  });

  test('of 100,000 issues is soon there', { timeout: 60_000 }, () => {
    expect(world({ issuesPerProject: 100_000 }).organizations?.[0]?.projects?.[0]?.issues).toHaveLength(100_000);
  });
});
