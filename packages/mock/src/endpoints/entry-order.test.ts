import type { PulledWorld, World } from '@issue-tracking/mock';
import { captured, capturedLists } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { acme, service } from '../../test/fixture.ts';

const issue = '/projects/prj_web/issues/1';

const times = ['timestamp', 'createdAt'];
/** A text of each kind of entry. */
const texts = ['message', 'url', 'target'];

/** Returns the first of the names that a value has as a member. */
function named(value: object, names: readonly string[]): string {
  const name = names.find((one) => one in value);
  if (name === undefined) throw new Error(`${Object.keys(value)} has none of ${names}`);
  return name;
}

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
                ...Object.fromEntries(
                  capturedLists.map((name) => {
                    const entry: z.core.$ZodType = captured[name].entry;
                    const { shape } = (entry as z.ZodMiniObject).def;
                    const [time, text] = [named(shape, times), named(shape, texts)];
                    return [name, minutes.map((minute, i) => ({ [text]: `m${i}`, [time]: at(minute) }))];
                  }),
                ),
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
  return data.map((entry: Record<string, string>) => entry[named(entry, [...texts, 'content', 'id'])]);
}

const segments = capturedLists.map((name) => captured[name].segment);

test('captured entries are listed oldest first [GAP-51] [EP-13] [EP-14] [EP-15] [EP-17]', async () => {
  const { get } = service({ world: unsorted() });
  for (const list of segments) expect(await names(get, `${issue}/${list}`)).toEqual(['m1', 'm3', 'm2', 'm0']);
});

test('a pulled world keeps the order of its captured entries, also if it is exported and loaded again [GAP-51]', async () => {
  const whole = structuredClone(service({ world: unsorted() }).mock.exportWorld()) as PulledWorld;
  const pulled = whole.organizations?.[0]?.projects?.[0]?.issues?.[0];
  for (const list of capturedLists) Object(pulled?.[list]).reverse();
  const first = service({ world: { ...whole, form: 'pulled' } });
  const again = service({ world: first.mock.exportWorld() });
  for (const { get } of [first, again])
    for (const list of segments) expect(await names(get, `${issue}/${list}`)).toEqual(['m0', 'm2', 'm3', 'm1']);
});

test('projects are listed oldest first [GAP-51]', async () => {
  expect(await names(service({ world: unsorted() }).get, '/projects')).toEqual(['prj_web', 'prj_second', 'prj_third']);
});

test('lists without pages are complete [GAP-50]', async () => {
  const { get } = service({ world: unsorted() });
  for (const list of [...segments, 'comments']) expect((await get(`${issue}/${list}`)).body.data).toHaveLength(4);
});

test('entries with equal times keep their order [GAP-52]', async () => {
  const { get } = service({ world: unsorted() });
  for (const path of [...segments.map((list) => `${issue}/${list}`), `${issue}/comments`, '/projects']) {
    const first = await names(get, path);
    expect(await names(get, path)).toEqual(first);
  }
});
