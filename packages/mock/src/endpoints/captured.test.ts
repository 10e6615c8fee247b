import { createMock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { acme, service } from '../../test/fixture.ts';

const issue = '/projects/prj_web/issues/1';

test('console logs have their fields and a total, and can be filtered by level [EP-13] [RES-6]', async () => {
  const { get } = service();
  const { status, body } = await get(`${issue}/console-logs`);
  expect(status).toBe(200);
  expect(body.total).toBe(5);
  expect(body.data[0]).toEqual({
    level: 'error',
    message: 'boom',
    source: 'https://shop.example/app.js:1:2',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  for (const [level, total] of [
    ['error', 2],
    ['warn', 1],
    ['info', 1],
    ['log', 1],
  ] as const) {
    const filtered = await get(`${issue}/console-logs?level=${level}`);
    expect(filtered.body.total).toBe(total);
    expect(filtered.body.data.every((entry: { level: string }) => entry.level === level)).toBe(true);
  }
});

test.each(['debug', '', 'ERROR'])(
  'a level of %j gets 400 with the allowed levels [EP-13] [RES-6] [GAP-29]',
  async (level) => {
    expect(await service().get(`${issue}/console-logs?level=${level}`)).toMatchObject({
      status: 400,
      body: { details: [{ field: 'level', message: 'must be one of: error, warn, info, log' }] },
    });
  },
);

test('network logs have their fields and a total, and duration is a number [EP-14] [RES-7] [GAP-2]', async () => {
  const { status, body } = await service().get(`${issue}/network-logs`);
  expect(status).toBe(200);
  expect(body.total).toBe(4);
  expect(body.data[0]).toEqual({
    method: 'POST',
    url: '/pay',
    status: 502,
    duration: 12.5,
    timestamp: expect.any(String),
  });
});

test('screenshots have their fields and a total [EP-15] [RES-8]', async () => {
  const { status, body } = await service().get(`${issue}/screenshots`);
  expect(status).toBe(200);
  const createdAt = '2026-04-01T10:00:00.000Z';
  expect(body).toEqual({
    data: [{ id: 's1', url: 'https://cdn.example/s1.png', width: 1, height: 2, createdAt }],
    total: 1,
  });
});

test('the technical context is one object without a total [EP-16] [RES-9]', async () => {
  const { status, body } = await service().get(`${issue}/tech-context`);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      browserInfo: { name: expect.any(String), version: expect.any(String) },
      osInfo: { name: expect.any(String), version: expect.any(String) },
      viewportSize: { width: expect.any(Number), height: expect.any(Number) },
      cssSelector: '#pay',
      elementStyles: { color: 'red' },
      reactComponentTree: ['App>Pay'],
    },
  });
});

test('user actions of any type have their fields, and text only if captured [EP-17] [RES-10] [GAP-3]', async () => {
  const { status, body } = await service().get(`${issue}/user-actions`);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      { type: 'click', target: '#pay', text: 'Pay', timestamp: expect.any(String) },
      { type: 'hover', target: '#pay', timestamp: expect.any(String) },
    ],
    total: 2,
  });
});

test.each([
  ['null', 200, { data: null }],
  [404, 404, { error: 'Not found' }],
  ['empty', 200, { data: {} }],
] as const)(
  'the response without technical context follows missingTechContext %j [GAP-59] [EP-16]',
  async (missingTechContext, status, body) => {
    for (const absentValues of ['empty', 'null', 'omitted'] as const) {
      const { get, mock } = service({ behavior: { missingTechContext, absentValues } });
      const { issueNumber } = mock.world.issues.create({ projectId: 'prj_web' });
      expect(await get(`/projects/prj_web/issues/${issueNumber}/tech-context`)).toMatchObject({ status, body });
      expect((await get('/projects/prj_web/issues/1/tech-context')).body.data.cssSelector).toBe('#pay');
    }
  },
);

test.each([
  ['null', null, null],
  [404, 'NotFoundError', null],
  ['empty', {}, {}],
] as const)('the client handles missingTechContext %j [GAP-59]', async (missingTechContext, alone, inContext) => {
  const mock = createMock({ behavior: { missingTechContext } });
  const client = new IssueTrackingClient({ ...mock.clientOptions, logLevel: 'off' });
  const { issueNumber } = mock.world.issues.create({ projectId: 'prj_web' });
  expect(await client.issues.techContext('prj_web', issueNumber).catch(({ name }) => name)).toEqual(alone);
  expect((await client.issues.context('prj_web', issueNumber)).techContext).toEqual(inContext);
});

test('a created issue has no page, browser, system or viewport [GAP-59]', async () => {
  const { get, mock } = service();
  const created = mock.world.issues.create({ projectId: 'prj_web', screenshots: [{}], consoleLogs: [{}] });
  const none = { pageUrl: '', browserInfo: '', osInfo: '', viewportSize: '' };
  expect(created).toMatchObject({ ...none, techContext: null });
  expect((await get(`/projects/prj_web/issues/${created.issueNumber}`)).body.data).toMatchObject(none);
  // A mock that is made of it answers the same.
  const again = service({ world: mock.exportWorld() });
  expect(again.mock.world.issues.find({ issueNumber: created.issueNumber })[0]).toEqual(created);
});

test('an issue of a world without technical context can have a browser [GAP-59]', async () => {
  const issue = { title: 'x', techContext: null, browserInfo: 'Chrome 141' };
  const { get } = service({
    world: {
      organizations: [
        {
          id: acme,
          slug: 'acme',
          name: 'Acme',
          apiKeys: [{ key: 'svc_acme' }],
          projects: [{ id: 'p', slug: 'p', name: 'P', issues: [issue] }],
        },
      ],
    },
  });
  expect((await get('/projects/p/issues/1')).body.data).toMatchObject({ browserInfo: 'Chrome 141', osInfo: '' });
  expect((await get('/projects/p/issues/1/tech-context')).body).toEqual({ data: null });
});
