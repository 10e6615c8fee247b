import { createMock, virtualClock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { service } from '../../../test/fixture.ts';

const contents = ({ body }: { body: { data: { content: string }[] } }) => body.data.map(({ content }) => content);

test.each([
  '1970-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.000Z',
  '2026-04-01T09:00:00.000Z',
  '2026-11-20T00:00:00.000Z',
])('at %s, default times of the default world are in the past [STA-4] [GAP-8]', async (now) => {
  const { fetch, baseUrl } = createMock({ clock: virtualClock({ now }) });
  const headers = { authorization: 'Bearer svc_mock', 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(`${baseUrl}/api/v1/projects/prj_web/issues/1${path}`, init)).json();
  };
  expect((await send('PATCH', '', { status: 'blocked' })).data.updatedAt).toBe(now);
  await send('POST', '/comments', { content: 'mine' });
  expect(contents({ body: await send('GET', '/comments') })).toEqual(['Happens in Firefox too.', 'mine']);
});

test('a new comment comes after the initial comments of an issue [GAP-8]', async () => {
  const { mock, as } = service();
  const issues = [{ title: 'x', comments: [{ content: 'first' }, { content: 'second' }] }];
  const { project, apiKey } = await mock.tenant({ issues });
  const caller = as(apiKey);
  await caller.post(`/projects/${project.id}/issues/1/comments`, { content: 'mine' });
  expect(contents(await caller.get(`/projects/${project.id}/issues/1/comments`))).toEqual(['first', 'second', 'mine']);
});
