import { createMock, defaultWorld, virtualClock, type World } from '@issue-tracking/mock';
import { scopes } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import { client } from '../../test/fixture.ts';

const exported = (world?: World) => createMock({ clock: virtualClock(), ...(world && { world }) }).exportWorld();

test('the default world is acme with prj_web, three issues and a key with all scopes', () => {
  expect(exported().organizations).toMatchObject([
    {
      slug: 'acme',
      projects: [{ id: 'prj_web', issues: [{ issueNumber: 1 }, { issueNumber: 2 }, { issueNumber: 3 }] }],
      apiKeys: [{ key: 'svc_mock', scopes, expiresAt: null }],
    },
  ]);
});

test('the default world, which a mock loads unchecked, is the same when it is passed and checked', () => {
  expect(exported()).toEqual(exported(defaultWorld()));
});

test.each(['1970-01-01T00:00:00.000Z', '2026-11-20T00:00:00.000Z'])(
  'at %s, default times of the default world are in the past [STA-4] [GAP-8]',
  async (now) => {
    const { fetch, baseUrl } = createMock({ clock: virtualClock({ now }) });
    const { get, patch, post } = client(fetch, baseUrl, 'svc_mock');
    const path = '/projects/prj_web/issues/1';
    expect((await patch(path, { status: 'blocked' })).body.data.updatedAt).toBe(now);
    await post(`${path}/comments`, { content: 'mine' });
    expect((await get(`${path}/comments`)).body.data).toMatchObject([
      { content: 'Happens in Firefox too.' },
      { content: 'mine' },
    ]);
  },
);
