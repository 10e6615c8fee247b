import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';

test('in the scenario failing, every request gets 500 and has no effect [ERR-5]', async () => {
  const { mock, patch, get } = service();
  mock.scenario = 'failing';
  expect(await patch('/projects/prj_web/issues/1', { priority: 'low' })).toMatchObject({ status: 500 });
  expect((await get('/nothing')).status).toBe(500);
  mock.scenario = 'normal';
  expect((await get('/projects/prj_web/issues/1')).body.data.priority).toBe('high');
});

test('in the scenario offline, every connection is dropped', async () => {
  const { mock, get } = service();
  mock.scenario = 'offline';
  await expect(get('/projects')).rejects.toThrow(TypeError);
});

test('in the scenario rateLimited, a valid credential gets 429 for 60 s, even with rateLimit: false [LIM-1] [ERR-6]', async () => {
  const { mock, get, as } = service({ rateLimit: false });
  mock.scenario = 'rateLimited';
  const { status, headers } = await get('/projects');
  expect({ status, after: headers['retry-after'] }).toEqual({ status: 429, after: '60' });
  expect((await as('svc_unknown').get('/projects')).status).toBe(401);
  mock.scenario = 'normal';
  expect((await get('/projects')).status).toBe(200);
});

test('in the scenario forbidden, every request gets 403 for a missing scope [AUTH-4]', async () => {
  const { mock, get } = service();
  mock.scenario = 'forbidden';
  expect(await get('/projects')).toMatchObject({ status: 403, body: { error: 'Insufficient scope' } });
});

test('in the scenario empty, every list is empty, and single records exist', async () => {
  const { mock, get } = service();
  mock.scenario = 'empty';
  expect((await get('/projects')).body).toMatchObject({ data: [] });
  expect((await get('/projects/prj_web/issues')).body).toMatchObject({ data: [], total: 0, page: 1, totalPages: 0 });
  expect((await get('/projects/prj_web/issues/1/comments')).body).toMatchObject({ data: [], total: 0 });
  expect((await get('/projects/prj_web/issues/1')).body.data.issueNumber).toBe(1);
});

test('in the scenario slow, responses are delayed, and the operations run at once', async () => {
  const { mock } = service();
  mock.scenario = 'slow';
  const { baseUrl, apiKey, fetch } = mock.clientOptions;
  const leaving = new AbortController();
  const answer = fetch(`${baseUrl}/api/v1/projects`, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: leaving.signal,
  });
  await expect(Promise.race([answer, Promise.resolve('not yet')])).resolves.toBe('not yet');
  leaving.abort();
  await expect(answer).rejects.toThrow();
  // It was decided at once: a slow service has done what it was asked all the same.
  expect(mock.requests.last()).toMatchObject({
    reason: 'aborted',
    why: expect.stringContaining('after it was handled'),
  });
});

test('a fault goes before the scenario, reset() ends the scenario and restore() brings it back', async () => {
  const { mock, get } = service();
  mock.scenario = 'failing';
  mock.faults.add({ when: 'arrival', status: 418 });
  expect((await get('/projects')).status).toBe(418);
  expect((await get('/projects')).status).toBe(500);
  const failing = mock.snapshot();
  mock.reset();
  expect(mock.scenario).toBe('normal');
  mock.restore(failing);
  expect(mock.scenario).toBe('failing');
});

test('the fault of a scenario is not listed, not reported and not removed by clear()', async () => {
  const { mock, get } = service();
  mock.scenario = 'forbidden';
  mock.faults.add({ delayMs: 1000, times: null });
  mock.faults.clear();
  expect([await get('/projects'), mock.faults.all(), mock.faults.unused()]).toMatchObject([{ status: 403 }, [], []]);
  expect(mock.requests.last()).toMatchObject({ reason: 'scenario', error: 'Insufficient scope' });
  expect(mock.requests.last()).not.toHaveProperty('fault');
});

test('a fault that only delays also delays the responses of a scenario', async () => {
  const { mock, get } = service();
  mock.scenario = 'rateLimited';
  mock.faults.add({ delayMs: 1000, times: null });
  const answering = get('/projects');
  await mock.clock.advance(1000);
  expect((await answering).status).toBe(429);
  expect(mock.requests.last()).toMatchObject({ durationMs: 1000 });
});

test('an unknown scenario is rejected', () => {
  const { mock } = service();
  expect(() => {
    // @ts-expect-error: no such scenario
    mock.scenario = 'sunny';
  }).toThrow('The setting "scenario" must be');
});
