import { createMock, defaultWorld, type MockOptions, parseWorld, virtualClock } from '@issue-tracking/mock';
import { scopes } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import { parseIssue, place, uuid, worldWith } from './fixture.ts';

test('a world can be empty', () => {
  expect(parseWorld({})).toEqual({ organizations: [], users: [] });
});

test('only ids, slugs, names, titles, keys and tokens are required', () => {
  const world = parseWorld({
    organizations: [
      {
        id: uuid,
        slug: 'acme',
        name: 'Acme',
        projects: [{ id: 'prj_web', slug: 'web', name: 'Web', issues: [{ title: 'Checkout hangs' }] }],
        apiKeys: [{ key: 'svc_ci' }],
      },
    ],
    users: [{ id: 'u1', name: 'Ada', accessTokens: [{ token: 'tok' }] }],
  });
  expect(world).toEqual({
    organizations: [
      {
        id: uuid,
        slug: 'acme',
        name: 'Acme',
        active: true,
        projects: [
          {
            id: 'prj_web',
            slug: 'web',
            name: 'Web',
            description: null,
            createdAt: '2026-04-01T09:00:00.000Z',
            issues: [
              {
                id: 'prj_web-1',
                issueNumber: 1,
                title: 'Checkout hangs',
                description: '',
                status: 'open',
                priority: 'medium',
                labels: [],
                assignees: [],
                reporterName: 'Reporter',
                assigneeName: '',
                pageUrl: 'https://app.example/',
                browserInfo: 'Chrome 141',
                osInfo: 'macOS 15',
                viewportSize: '1280x720',
                createdAt: '2026-04-01T09:01:00.000Z',
                updatedAt: '2026-04-01T09:01:00.000Z',
                jsErrorCount: 0,
                comments: [],
                consoleLogs: [],
                networkLogs: [],
                screenshots: [],
                techContext: {
                  browserInfo: { name: 'Chrome', version: '141' },
                  osInfo: { name: 'macOS', version: '15' },
                  viewportSize: { width: 1280, height: 720 },
                  cssSelector: 'body',
                  elementStyles: {},
                  reactComponentTree: [],
                },
                userActions: [],
              },
            ],
          },
        ],
        apiKeys: [{ key: 'svc_ci', scopes: [...scopes], expiresAt: null }],
      },
    ],
    users: [
      {
        id: 'u1',
        name: 'Ada',
        organizations: [],
        accessTokens: [{ token: 'tok', scopes: [...scopes], expiresAt: null }],
      },
    ],
  });
});

test('comments and captured entries take their defaults from their issue', () => {
  const issue = parseIssue(
    {
      title: 'Checkout hangs',
      pageUrl: 'https://shop.example/pay',
      createdAt: '2026-04-02T08:00:00.000Z',
      viewportSize: '390x844',
      comments: [{}, { createdAt: '2026-04-03T08:00:00.000Z' }, {}],
      consoleLogs: [{}],
      networkLogs: [{}],
      screenshots: [{}, { id: 'half \ud83d' }],
      userActions: [{}, { text: 'Pay' }],
    },
    { ...place, issueNumber: 7 },
  );
  const timestamp = '2026-04-02T08:00:00.000Z';
  const comment = { content: '', authorName: 'Reporter' };
  expect(issue).toMatchObject({
    comments: [
      { ...comment, id: 'prj_web-7-comment-1', createdAt: '2026-04-02T08:01:00.000Z' },
      { ...comment, id: 'prj_web-7-comment-2', createdAt: '2026-04-03T08:00:00.000Z' },
      { ...comment, id: 'prj_web-7-comment-3', createdAt: '2026-04-03T08:01:00.000Z' },
    ],
    consoleLogs: [{ level: 'log', message: '', source: 'https://shop.example/pay:1:1', timestamp }],
    networkLogs: [{ method: 'GET', url: 'https://shop.example/pay', status: 200, duration: 0, timestamp }],
    screenshots: [
      {
        id: 'prj_web-7-screenshot-1',
        url: 'https://cdn.example/prj_web-7-screenshot-1.png',
        width: 390,
        height: 844,
        createdAt: timestamp,
      },
      { id: 'half \ud83d', url: 'https://cdn.example/half%20%EF%BF%BD.png' },
    ],
  });
  expect(issue.userActions).toStrictEqual([
    { type: 'click', target: 'body', timestamp },
    { type: 'click', target: 'body', text: 'Pay', timestamp },
  ]);
});

test('browser, system, viewport and assignees agree in both forms, whichever is passed', () => {
  const strings = { browserInfo: 'Mobile Safari 18.4', osInfo: 'ChromeOS', viewportSize: '390x844' };
  const techContext = {
    browserInfo: { name: 'Mobile Safari', version: '18.4' },
    osInfo: { name: 'ChromeOS', version: '' },
    viewportSize: { width: 390, height: 844 },
  };
  expect(parseIssue({ title: 'x', ...strings }, place)).toMatchObject({ ...strings, techContext });
  expect(parseIssue({ title: 'x', techContext }, place)).toMatchObject({ ...strings, techContext });
  expect(parseIssue({ title: 'x', assigneeName: 'Ada' }, place).assignees).toEqual(['Ada']);
  expect(parseIssue({ title: 'x', assignees: ['Ada', 'Grace'] }, place).assigneeName).toBe('Ada');
});

test('a default issue number is one more than the highest number of the project', () => {
  const world = parseWorld(worldWith({ title: 'a' }, { title: 'b', issueNumber: 5 }, { title: 'c' }));
  expect(world.organizations[0]?.projects[0]?.issues.map(({ issueNumber }) => issueNumber)).toEqual([6, 5, 7]);
});

test('an issue with `updatedAt` only has the same `createdAt`', () => {
  const updatedAt = '2020-01-01T00:00:00.000Z';
  expect(parseIssue({ title: 'x', updatedAt }, place).createdAt).toBe(updatedAt);
});

test('an issue takes its default times from its context', () => {
  const createdAt = '2026-07-01T00:00:00.000Z';
  const issue = parseIssue({ title: 'x' }, { ...place, createdAt });
  expect(issue).toMatchObject({ createdAt, updatedAt: createdAt });
});

test('the default world is acme with prj_web, three issues and a key with all scopes', () => {
  const [organization] = parseWorld(defaultWorld()).organizations;
  expect(organization).toMatchObject({
    slug: 'acme',
    projects: [{ id: 'prj_web', issues: [{ issueNumber: 1 }, { issueNumber: 2 }, { issueNumber: 3 }] }],
    apiKeys: [{ key: 'svc_mock', scopes: [...scopes], expiresAt: null }],
  });
});

test('the unchecked default world of createMock() equals the parsed default world', () => {
  const worldOf = (options: MockOptions) => createMock({ clock: virtualClock(), ...options }).exportWorld();
  expect(worldOf({})).toEqual(worldOf({ world: defaultWorld() }));
});
