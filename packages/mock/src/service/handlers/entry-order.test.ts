import type { PulledWorld, World } from '@issue-tracking/mock';
import { capturedLists } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import { acme, service, world } from '../../../test/fixture.ts';
import { rotateEqualRuns } from './present-list.ts';

const issue = '/projects/prj_web/issues/1';

/** A world whose entries are not in the order of time; two of them are of the same. */
function unsorted(): World {
  const at = (minute: number) => `2026-04-01T10:0${minute}:00.000Z`;
  const minutes = [3, 1, 2, 1];
  return {
    organizations: [
      {
        id: acme,
        slug: 'acme',
        name: 'Acme',
        apiKeys: [{ key: 'svc_acme' }],
        projects: [
          {
            id: 'prj_web',
            slug: 'web',
            name: 'Web',
            issues: [
              {
                title: 'Unsorted',
                consoleLogs: minutes.map((minute, i) => ({ message: `m${i}`, timestamp: at(minute) })),
                networkLogs: minutes.map((minute, i) => ({ url: `m${i}`, timestamp: at(minute) })),
                screenshots: minutes.map((minute, i) => ({ url: `m${i}`, createdAt: at(minute) })),
                userActions: minutes.map((minute, i) => ({ target: `m${i}`, timestamp: at(minute) })),
                comments: minutes.map((minute, i) => ({ content: `m${i}`, createdAt: at(minute) })),
              },
            ],
          },
          { id: 'prj_second', slug: 'second', name: 'Second', createdAt: '2026-04-02T10:00:00.000Z' },
          { id: 'prj_third', slug: 'third', name: 'Third', createdAt: '2026-04-02T10:00:00.000Z' },
        ],
      },
    ],
  };
}

type Reader = ReturnType<typeof service>['get'];

async function names(get: Reader, path: string): Promise<string[]> {
  const { data } = (await get(path)).body;
  return data.map(
    ({ message, url, target, content, id }: Record<string, string>) => message ?? url ?? target ?? content ?? id,
  );
}

const captured = ['console-logs', 'network-logs', 'screenshots', 'user-actions'];

test('captured entries are listed oldest first [GAP-51] [EP-13] [EP-14] [EP-15] [EP-17]', async () => {
  const { get } = service({ world: unsorted() });
  for (const list of captured) expect(await names(get, `${issue}/${list}`)).toEqual(['m1', 'm3', 'm2', 'm0']);
});

test('a pulled world keeps the order of its captured entries, also if it is exported and loaded again [GAP-51]', async () => {
  const whole = structuredClone(service({ world: unsorted() }).mock.exportWorld()) as PulledWorld;
  const pulled = whole.organizations?.[0]?.projects?.[0]?.issues?.[0];
  for (const list of capturedLists) Object(pulled?.[list]).reverse();
  const first = service({ world: { ...whole, form: 'pulled' } });
  const again = service({ world: first.mock.exportWorld() });
  for (const { get } of [first, again])
    for (const list of captured) expect(await names(get, `${issue}/${list}`)).toEqual(['m0', 'm2', 'm3', 'm1']);
});

test('projects are listed oldest first [GAP-51]', async () => {
  expect(await names(service({ world: unsorted() }).get, '/projects')).toEqual(['prj_web', 'prj_second', 'prj_third']);
});

test('a list is complete, or capped to its first or last entries with the complete total [GAP-50]', async () => {
  const whole = service({ world: unsorted() });
  for (const list of [...captured, 'comments']) expect((await whole.get(`${issue}/${list}`)).body.data).toHaveLength(4);
  for (const [listCap, order] of [
    [{ first: 2 }, ['m1', 'm3']],
    [{ last: 2 }, ['m2', 'm0']],
    [{ first: 9 }, ['m1', 'm3', 'm2', 'm0']],
  ] as const) {
    const { get } = service({ world: unsorted(), behavior: { listCap } });
    for (const list of [...captured, 'comments']) {
      expect(await names(get, `${issue}/${list}`)).toEqual(order);
      expect((await get(`${issue}/${list}`)).body.total).toBe(4);
    }
  }
  const { get } = service({ world: unsorted(), behavior: { listCap: { first: 1 } } });
  expect((await get('/projects')).body).toMatchObject({ data: [{ id: 'prj_web' }], total: 3 });
});

test('entries with equal times keep their order, or change it between responses [GAP-52]', async () => {
  const stable = service({ world: unsorted() });
  const unstable = service({ world: unsorted(), behavior: { ties: 'unstable' } });
  for (const path of [...captured.map((list) => `${issue}/${list}`), `${issue}/comments`, '/projects']) {
    const first = await names(stable.get, path);
    expect(await names(stable.get, path)).toEqual(first);
    const [one, two] = [await names(unstable.get, path), await names(unstable.get, path)];
    expect(one).not.toEqual(two);
    expect(one.toSorted()).toEqual(two.toSorted());
    expect([one, two]).toContainEqual(first);
  }
});

test('issues with equal times can change their order, so that consecutive pages miss some [GAP-52] [EP-5]', async () => {
  const { get, mock } = service({ world: world(), behavior: { ties: 'unstable' } });
  const numbers = async (query = '') =>
    (await get(`/projects/prj_web/issues${query}`)).body.data.map((each: { issueNumber: number }) => each.issueNumber);
  const beginning = mock.snapshot();
  const both = [await numbers(), await numbers()];
  expect(both.toSorted()).toEqual([
    [5, 2, 3, 1, 4],
    [5, 3, 2, 1, 4],
  ]);
  mock.restore(beginning);
  expect([await numbers(), await numbers()]).toEqual(both);
  expect([await numbers('?limit=2'), await numbers('?limit=2&page=2')].flat()).not.toEqual([5, 3, 2, 1]);
});

test('rotateEqualRuns() rotates equal neighbours by the count [GAP-52]', () => {
  const isSame = (a: string, b: string) => a[0] === b[0];
  const turn = (count: number) => rotateEqualRuns(['a1', 'b1', 'b2', 'b3', 'c1', 'a2'], isSame, count).join(' ');
  expect([0, 1, 2, 3].map(turn)).toEqual([
    'a1 b1 b2 b3 c1 a2',
    'a1 b2 b3 b1 c1 a2',
    'a1 b3 b1 b2 c1 a2',
    'a1 b1 b2 b3 c1 a2',
  ]);
  expect(rotateEqualRuns([], isSame, 1)).toEqual([]);
});
