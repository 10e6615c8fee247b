import { type Drift, UnexpectedResponseError } from '@issue-tracking/sdk';
import { describe, expect, test } from 'vitest';
import { issue, listItem } from '../../test/support/records.ts';
import { json, scripted } from '../../test/support/scripted-service.ts';

const page = (items: object[], envelope = {}) =>
  json({ data: items, total: items.length, page: 1, totalPages: 1, ...envelope });
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

async function failure(call: Promise<unknown>): Promise<UnexpectedResponseError> {
  const error = await call.then(
    () => expect.unreachable('it was taken'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  return error as UnexpectedResponseError;
}

describe('what is not as promised', () => {
  test('a missing field and a wrong type are named by their place [GEN-5] [RES-3]', async () => {
    const { title: _, ...rest } = issue({ labels: ['a', 7], metadataSummary: null });
    const { client, requests } = scripted([json({ data: rest })]);
    const error = await failure(client.issues.get('prj_web', 7));
    expect(error.details).toEqual([
      { field: 'data.labels.1', message: 'must be a string' },
      { field: 'data.metadataSummary', message: 'must be an object' },
      { field: 'data.title', message: 'is missing' },
    ]);
    expect(error).toMatchObject({ status: 200, endpoint: 'issues.get', attempts: [{ status: 200, waitedMs: 0 }] });
    expect(error.message).toContain('200, but the body was not as promised: data.labels.1 must be a string;');
    expect(requests).toHaveLength(1);
  });

  test('a page that is wrong a hundred times is named five times', async () => {
    const { client } = scripted([page(Array.from({ length: 100 }, (_, n) => ({ ...listItem(n + 1), title: null })))]);
    const error = await failure(client.issues.list('prj_web'));
    expect(error.details).toHaveLength(100);
    expect(error.message).toMatch(/data\.4\.title must be a string; and 95 more$/);
  });

  test.each([
    ['nothing', new Response(null, { status: 204 }), 'the body was empty'],
    ['an empty body', new Response(''), 'the body was empty'],
    [
      'HTML',
      new Response('<html>svc_other</html>', { headers: { 'content-type': 'text/html' } }),
      'the body was not JSON',
    ],
    ['half a body', new Response('{"data":{"title":"private'), 'the body was not JSON'],
    ['a list', json([]), 'the body must be an object'],
    ['null', json(null), 'the body must be an object'],
    ['no envelope', json(issue()), 'data is missing'],
  ])('%s is refused without being quoted [GEN-2] [GEN-5]', async (_, answer, problem) => {
    const { client } = scripted([answer]);
    const error = await failure(client.issues.get('prj_web', 7));
    expect(error.message).toContain(problem);
    expect(`${error.stack}${error.cause}`).not.toMatch(/svc_other|private/);
  });

  test('a body larger than 32 MiB is not read to its end', async () => {
    let pulled = 0;
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    const endless = new ReadableStream({
      pull(controller) {
        pulled++;
        controller.enqueue(chunk);
      },
    });
    const { client } = scripted([() => new Response(endless)]);
    const error = await failure(client.issues.get('prj_web', 7));
    expect(error.message).toContain('larger than the client reads');
    expect(pulled).toBeLessThan(40);
  });

  test('a number that lost digits on the way is refused', async () => {
    const text = JSON.stringify({ data: issue() }).replace('"issueNumber":7', '"issueNumber":9007199254740993');
    const { client } = scripted([new Response(text)]);
    expect((await failure(client.issues.get('prj_web', 7))).details).toEqual([
      { field: 'data.issueNumber', message: 'must be a whole number from 1' },
    ]);
  });

  test('a body 200,000 levels deep is only as deep as what is looked at', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = JSON.stringify({ data: issue() }).replace('"title"', `"addedLater":${deep},"title"`);
    const { client } = scripted([new Response(text)]);
    expect((await client.issues.get('prj_web', 7)).issueNumber).toBe(7);
    const error = scripted([new Response(`{"error":${deep}}`, { status: 404 })]);
    await expect(error.client.issues.get('prj_web', 7)).rejects.toMatchObject({ name: 'NotFoundError' });
  });
});

describe('what is more than promised', () => {
  const extended = issue({
    status: 'triaged',
    priority: 'urgent',
    addedLater: { deep: [1] },
    metadataSummary: { ...issue().metadataSummary, crashCount: 1 },
  });

  test('unknown fields and enumeration values pass, and are kept [RES-11] [VER-2] [STA-1] [STA-2]', async () => {
    const { client } = scripted([json({ data: extended, meta: {} })]);
    expect(await client.issues.get('prj_web', 7)).toEqual(extended);
  });

  test('each distinct finding goes to onDrift once [VER-2]', async () => {
    const drift: Drift[] = [];
    const hooks = { onDrift: (finding: Drift) => void drift.push(finding) };
    const { client } = scripted([json({ data: extended, meta: {} })], { hooks });
    await client.issues.get('prj_web', 7);
    await client.issues.get('prj_web', 8);
    const endpoint = 'issues.get';
    expect(drift).toEqual([
      { endpoint, kind: 'unknown-value', path: 'data.status', value: 'triaged' },
      { endpoint, kind: 'unknown-value', path: 'data.priority', value: 'urgent' },
      { endpoint, kind: 'unknown-field', path: 'data.metadataSummary.crashCount' },
      { endpoint, kind: 'unknown-field', path: 'data.addedLater' },
      { endpoint, kind: 'unknown-field', path: 'meta' },
    ]);
  });

  test('a finding in a list is the same in every entry', async () => {
    const drift: Drift[] = [];
    const items = [1, 2, 3].map((n) => ({ ...listItem(n), status: 'triaged', [n === 3 ? 'other' : 'added']: n }));
    const { client } = scripted([page(items)], { hooks: { onDrift: (finding) => void drift.push(finding) } });
    await client.issues.list('prj_web');
    expect(drift.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'unknown-value data[].status',
      'unknown-field data[].added',
      'unknown-field data[].other',
    ]);
  });

  test('a finding shows no credential, and no endless value', async () => {
    const drift: Drift[] = [];
    const hooks = { onDrift: (finding: Drift) => void drift.push(finding) };
    const { client } = scripted([json({ data: issue({ status: `svc_key${'x'.repeat(1000)}`, svc_key: 1 }) })], {
      hooks,
    });
    await client.issues.get('prj_web', 7);
    expect(JSON.stringify(drift)).not.toContain('svc_key');
    expect(drift[0]?.value?.length).toBeLessThanOrEqual(100);
  });

  test('strict refuses values outside an enumeration, not unknown fields [VER-2]', async () => {
    const { client } = scripted([json({ data: extended })], { validation: 'strict' });
    const error = await failure(client.issues.get('prj_web', 7));
    expect(error.details.map(({ field }) => field)).toEqual(['data.status', 'data.priority']);
    const known = scripted([json({ data: { ...extended, status: 'open', priority: 'low' } })], {
      validation: 'strict',
    });
    await known.client.issues.get('prj_web', 7);
  });

  test('endless new findings are not remembered for ever', async () => {
    let told = 0;
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`field${n}`, n]));
    const { client } = scripted([json({ data: issue(many) })], { hooks: { onDrift: () => void told++ } });
    await client.issues.get('prj_web', 7);
    expect(told).toBe(1000);
  });
});

describe('what is left open', () => {
  test('a project list may come without total [EP-1] [GAP-18]', async () => {
    const { client } = scripted([json({ data: [project] }), json({ data: [project], total: 1 })]);
    expect(await client.projects.list()).toEqual({ data: [project] });
    expect((await client.projects.list()).total).toBe(1);
  });

  test.each([
    ['A', { reporterName: 'Ada' }],
    ['B', { id: 'iss_1', labels: ['web'], assignees: ['Ada'] }],
    ['both', { reporterName: 'Ada', id: 'iss_1', labels: [], assignees: [] }],
    ['neither', {}],
  ])('a list item may have field set %s [RES-2] [GAP-19]', async (_, fields) => {
    const { id: _id, ...common } = listItem(1);
    const { client } = scripted([page([{ ...common, ...fields }])]);
    expect((await client.issues.list('prj_web')).data).toEqual([{ ...common, ...fields }]);
  });

  test.each([200, 201])('a new comment may be answered with %i [EP-12] [GAP-9]', async (status) => {
    const comment = { id: 'c1', content: 'Hello', authorName: 'Ada', createdAt: '2026-04-01T09:30:00.000Z' };
    const { client } = scripted([json({ data: comment }, { status })]);
    const { data, response } = await client.issues.comments.create('prj_web', 7, { content: 'Hello' }).withResponse();
    expect(data).toEqual(comment);
    expect(response).toMatchObject({ status, attempts: [{ status, waitedMs: 0 }] });
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  test('a user action may be of any type [RES-10] [GAP-3]', async () => {
    const action = { type: 'hover', target: '#pay', timestamp: '2026-04-01T09:30:00.000Z' };
    const { client } = scripted([json({ data: [action], total: 1 })]);
    expect((await client.issues.userActions('prj_web', 7)).data).toEqual([action]);
  });

  test('a wrong content type does not matter when the body is JSON', async () => {
    const { client } = scripted([
      new Response(JSON.stringify({ data: issue() }), { headers: { 'content-type': 'text/plain' } }),
    ]);
    expect((await client.issues.get('prj_web', 7)).title).toBe('Checkout hangs');
  });
});
