import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endpoints } from '@issue-tracking/model';
import type { Drift } from '@issue-tracking/sdk';
import { describe, expect, test } from 'vitest';
import { detailsOf } from '../src/validation/differences.ts';
import { reportDrift } from '../src/validation/report-drift.ts';
import { issue, listItem } from './support/records.ts';
import { json, scripted } from './support/scripted-service.ts';

const page = (items: unknown[]) => json({ data: items, total: items.length, page: 1, totalPages: 1 });
const text = (body: string) => new Response(body, { headers: { 'content-type': 'application/json' } });
const many = (count: number, item: string) => Array(count).fill(item).join();

test('a list as long as the client reads at most needs less than 250 MB', async () => {
  const run = promisify(execFile);
  const script = fileURLToPath(new URL('support/largest-list.ts', import.meta.url));
  const options = ['--conditions=@issue-tracking/source', '--max-old-space-size=300', script];
  const { stdout } = await run(process.execPath, options);
  // `id` is of another type, and the seven other members of a project are missing.
  expect(JSON.parse(stdout)).toMatchObject({ items: 460_000, drifts: 8 });
  expect(JSON.parse(stdout).maxRssMb).toBeLessThan(250);
});

test('an error lists at most 100 problems', () => {
  const { response } = endpoints['projects.list'];
  expect(detailsOf(response, { data: Array(1_000).fill({}) })).toHaveLength(100);
});

test('reporting of drift stops after 1,000 differences in one response', () => {
  let [told, looked] = [0, 0];
  const counted = (value: object) =>
    new Proxy(value, {
      get(...args) {
        looked++;
        return Reflect.get(...args);
      },
    });
  const { response } = endpoints['projects.list'];
  const alike = Array.from({ length: 5_000 }, () => counted({ added: 1 }));
  reportDrift(response, { data: alike }, () => told++);
  expect(told).toBe(1_000);
  expect(looked).toBeLessThan(20_000);
});

test('details of an error allow unknown fields', () => {
  const { response } = endpoints['issues.get'];
  const data = issue({ title: 5, added: 1 });
  expect(detailsOf(response, { data })).toEqual([{ field: 'data.title', message: 'must be a string' }]);
});

test.each([
  ['entries of one list', `"labels":[${many(200_000, '1')}]`],
  ['members of a map', `"labels":{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`).join()}}`],
])('one item with 200,000 wrong %s is reported as drift', async (_, wrong) => {
  const body = JSON.stringify({ data: issue() }).replace('"labels":[]', wrong);
  const told: Drift[] = [];
  const { client } = scripted([text(body)], { hooks: { onDrift: (drift) => void told.push(drift) } });
  expect(await client.issues.get('prj_web', 7)).toMatchObject({ issueNumber: 7 });
  expect(told).toEqual([expect.objectContaining({ kind: 'wrong-type' })]);
});

test('a page with more than ten times the requested number of issues is rejected', async () => {
  const items = (count: number) => Array.from({ length: count }, (_, n) => listItem(n + 1));
  const { client } = scripted([page(items(50)), page(items(51)), page(items(1_001))]);
  expect((await client.issues.list('prj_web', { limit: 5 })).data).toHaveLength(50);
  await expect(client.issues.list('prj_web', { limit: 5 }).withResponse()).rejects.toMatchObject({
    name: 'UnexpectedResponseError',
    message: expect.stringContaining('51 items, more than ten times as many as were asked for'),
  });
  await expect(client.issues.list('prj_web').withResponse()).rejects.toMatchObject({ name: 'UnexpectedResponseError' });
});

describe('an onDrift hook', () => {
  const listeners = (told: Drift[]) => [{}, { hooks: { onDrift: (drift: Drift) => void told.push(drift) } }];
  const projects = (item: string, count: number) => text(`{"data":[${many(count, item)}]}`);
  const project = {
    id: 'prj_web',
    name: 'Web',
    slug: 'web',
    description: null,
    organizationId: '00000000-0000-0000-0000-000000000001',
    organizationSlug: 'acme',
    organizationName: 'Acme',
    createdAt: '2026-04-01T09:30:00.000Z',
  };

  test('does not change that 17,000 items with an unknown field are returned [VER-2]', async () => {
    const told: Drift[] = [];
    for (const options of listeners(told)) {
      const { client } = scripted([projects(JSON.stringify({ ...project, added: 1 }), 17_000)], options);
      expect((await client.projects.list()).data).toHaveLength(17_000);
    }
    expect(told).toEqual([{ endpoint: 'projects.list', kind: 'unknown-field', path: 'data[].added' }]);
  });

  test('does not change that an invalid member after a thousand unknown fields is rejected', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`field${n}`, n]));
    for (const options of listeners([])) {
      const data = [
        { ...listItem(1), ...unknown },
        { ...listItem(2), issueNumber: null },
      ];
      const { client } = scripted([page(data)], options);
      await expect(client.issues.list('prj_web').withResponse()).rejects.toMatchObject({
        details: [{ field: 'data.1.issueNumber', message: 'must be a whole number from 1' }],
      });
    }
  });
});
