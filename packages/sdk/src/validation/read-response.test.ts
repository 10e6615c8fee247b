import { type Endpoint, endpoints } from '@issue-tracking/model';
import { type ClientOptions, type Drift, UnexpectedResponseError } from '@issue-tracking/sdk';
import { beforeEach, describe, expect, test } from 'vitest';
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

/** A client of a scripted service, and the drift that it reports. */
function heard(steps: Response[], options: Partial<ClientOptions> = {}) {
  const told: string[] = [];
  const onDrift = ({ kind, path }: Drift) => void told.push(`${kind} ${path}`);
  return { ...scripted(steps, { hooks: { onDrift }, ...options }), told };
}

describe('a response that the client cannot use', () => {
  test('rejects with the path of each wrong place, and what would be right [GEN-5]', async () => {
    const items = [{ ...listItem(1), issueNumber: 'x' }, listItem(2), { ...listItem(3), issueNumber: undefined }];
    const { client, requests } = scripted([page(items)]);
    const error = await failure(client.issues.list('prj_web'));
    expect(error.details).toEqual([
      { field: 'data.0.issueNumber', message: 'must be a whole number from 1' },
      { field: 'data.2.issueNumber', message: 'must be a whole number from 1' },
    ]);
    expect(error).toMatchObject({ status: 200, endpoint: 'issues.list', attempts: [{ status: 200, waitedMs: 0 }] });
    expect(error.message).toContain('200, but the body was not as promised: data.0.issueNumber must be');
    expect(requests).toHaveLength(1);
  });

  test('lists five of a hundred problems in its message', async () => {
    const items = Array.from({ length: 100 }, (_, n) => ({ ...listItem(n + 1), issueNumber: null }));
    const error = await failure(scripted([page(items)]).client.issues.list('prj_web'));
    expect(error.details).toHaveLength(100);
    expect(error.message).toMatch(/data\.4\.issueNumber must be a whole number from 1; and 95 more$/);
  });

  test.each([
    ['without a body', new Response(null, { status: 204 }), 'the body was empty'],
    ['with an empty body', new Response(''), 'the body was empty'],
    [
      'with HTML',
      new Response('<html>svc_other</html>', { headers: { 'content-type': 'text/html' } }),
      '200, but the body was not JSON: it is HTML, perhaps a login page. Check baseUrl',
    ],
    ['with XML', new Response('<Error>svc_other</Error>'), '200, but the body was not JSON: it is XML. Check baseUrl'],
    ['with a truncated body', new Response('{"data":{"title":"private'), 'the body was not JSON'],
    ['with a list', json([]), 'the body must be an object'],
    ['with null', json(null), 'the body must be an object'],
    ['without an envelope', json(issue()), 'data is missing'],
  ])('%s is rejected with a message that does not contain the body [GEN-2] [GEN-5]', async (_, answer, problem) => {
    const { client } = scripted([answer]);
    const error = await failure(client.issues.get('prj_web', 7));
    expect(error.message).toContain(problem);
    expect(`${error.stack}${error.cause}`).not.toMatch(/svc_other|private/);
  });

  test('larger than 4 MiB is not read to its end', async () => {
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
    expect(error.message).toContain('larger than the 4 MiB that the client reads');
    expect(pulled).toBeLessThan(8);
  });

  test('with an integer that JavaScript cannot represent exactly is rejected', async () => {
    const text = JSON.stringify({ data: issue() }).replace('"issueNumber":7', '"issueNumber":9007199254740993');
    const { client } = scripted([new Response(text)]);
    expect((await failure(client.issues.get('prj_web', 7))).details).toEqual([
      { field: 'data.issueNumber', message: 'must be a whole number from 1' },
    ]);
  });

  test('may be nested 200,000 levels deep in fields that are not validated', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = JSON.stringify({ data: issue() }).replace('"title"', `"addedLater":${deep},"title"`);
    const { client } = scripted([new Response(text)]);
    expect((await client.issues.get('prj_web', 7)).issueNumber).toBe(7);
    const error = scripted([new Response(`{"error":${deep}}`, { status: 404 })]);
    await expect(error.client.issues.get('prj_web', 7)).rejects.toMatchObject({ name: 'NotFoundError' });
  });
});

describe('a response with unknown members', () => {
  const extended = issue({
    status: 'triaged',
    priority: 'urgent',
    addedLater: { deep: [1] },
    metadataSummary: { ...issue().metadataSummary, crashCount: 1 },
  });

  test('keeps unknown fields and enumeration values [RES-11] [VER-2] [STA-1] [STA-2]', async () => {
    const { client } = scripted([json({ data: extended, meta: {} })]);
    expect(await client.issues.get('prj_web', 7)).toEqual(extended);
  });

  test('calls onDrift once for each distinct finding [VER-2]', async () => {
    const drift: Drift[] = [];
    const hooks = { onDrift: (finding: Drift) => void drift.push(finding) };
    const { client } = scripted([json({ data: extended, meta: {} })], { hooks });
    await client.issues.get('prj_web', 7);
    await client.issues.get('prj_web', 7);
    const endpoint = 'issues.get';
    expect(drift).toEqual([
      { endpoint, kind: 'unknown-value', path: 'data.status', value: 'triaged' },
      { endpoint, kind: 'unknown-value', path: 'data.priority', value: 'urgent' },
      { endpoint, kind: 'unknown-field', path: 'data.metadataSummary.crashCount' },
      { endpoint, kind: 'unknown-field', path: 'data.addedLater' },
      { endpoint, kind: 'unknown-field', path: 'meta' },
    ]);
  });

  test('has one finding for the same member in all list entries', async () => {
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

  test('has findings without credentials and with limited values', async () => {
    const drift: Drift[] = [];
    const hooks = { onDrift: (finding: Drift) => void drift.push(finding) };
    const { client } = scripted([json({ data: issue({ status: `svc_key${'x'.repeat(1000)}`, svc_key: 1 }) })], {
      hooks,
    });
    await client.issues.get('prj_web', 7);
    expect(JSON.stringify(drift)).not.toContain('svc_key');
    expect(drift[0]?.value?.length).toBeLessThanOrEqual(100);
  });

  test('is reported with all its findings, up to 1,000 of a client', async () => {
    let told = 0;
    let reads = 0;
    const many = () => Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`field${reads}-${n}`, n]));
    const step = () => {
      reads++;
      return json({ data: issue(many()) });
    };
    const { client } = scripted([step], { hooks: { onDrift: () => void told++ } });
    await client.issues.get('prj_web', 7);
    expect(told).toBe(300);
    for (let n = 0; n < 20; n++) await client.issues.get('prj_web', 7);
    expect(told).toBe(1000);
  });
});

describe('a response with missing or wrong members', () => {
  const at = '2026-04-01T09:30:00.000Z';
  const absent = {
    description: null,
    reporterName: null,
    assigneeName: null,
    pageUrl: null,
    browserInfo: null,
    osInfo: null,
    viewportSize: null,
  };
  const without = (value: object, names: string[]) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

  test('may have null for absent text or leave it out: both are kept and reported once [RES-3]', async () => {
    const nulls = issue(absent);
    const gaps = without(issue(), Object.keys(absent));
    const { client, told } = heard([json({ data: nulls }), json({ data: nulls }), json({ data: gaps })]);
    expect(await client.issues.get('prj_web', 7)).toEqual(nulls);
    expect(await client.issues.get('prj_web', 7)).toEqual(nulls);
    expect(await client.issues.get('prj_web', 7)).toEqual(gaps);
    const names = Object.keys(absent);
    expect(told.sort()).toEqual(
      [...names.map((name) => `null-value data.${name}`), ...names.map((name) => `missing-field data.${name}`)].sort(),
    );
  });

  test('may have null for optional members [RES-2] [RES-10] [GAP-18] [GAP-40]', async () => {
    const items = [{ ...listItem(1), id: null, labels: null, assignees: null }];
    const action = { type: 'input', target: '#name', text: null, timestamp: at };
    const projects = { data: [], total: null };
    const { client, told } = heard([page(items), json({ data: [action], total: 1 }), json(projects)]);
    expect((await client.issues.list('prj_web')).data).toEqual(items);
    expect((await client.issues.userActions('prj_web', 7)).data).toEqual([action]);
    expect(await client.projects.list()).toEqual(projects);
    const names = ['data[].id', 'data[].labels', 'data[].assignees', 'data[].text', 'total'];
    expect(told).toEqual(names.map((name) => `null-value ${name}`));
  });

  test('may be a page without counts, after which no other page is read [EP-5]', async () => {
    for (const counts of [{ total: null }, { totalPages: null }, { totalPages: undefined }, { totalPages: '3' }]) {
      const [field = ''] = Object.keys(counts);
      const details = [{ field, message: 'must be a whole number from 0' }];
      const { client, requests } = scripted([page([listItem(1)], { totalPages: 3, ...counts })]);
      const first = await client.issues.list('prj_web');
      expect(first.data).toEqual([listItem(1)]);
      expect((await failure(client.issues.list('prj_web').toArray())).details).toEqual(details);
      expect(await client.issues.list('prj_web').toArray({ max: 1 })).toEqual([listItem(1)]);
      expect(requests).toHaveLength(3);
    }
  });

  test.each([null, '1', undefined, 0, 1])(
    'may have %j as the number of page 2, which is then the requested one, and page 3 follows',
    async (told) => {
      const { client, sent } = scripted([page([listItem(1)], { total: 300, page: told, totalPages: 3 })]);
      const numbers = [];
      for await (const { page } of client.issues.list('prj_web', { page: 2, limit: 20 }).pages()) numbers.push(page);
      expect(numbers[0]).toBe(Number.isInteger(told) ? told : 2);
      expect(sent().slice(0, 2)).toEqual([
        'GET /api/v1/projects/prj_web/issues?limit=20&page=2',
        'GET /api/v1/projects/prj_web/issues?limit=20&page=3',
      ]);
    },
  );

  test('with timestamps of another precision is reported once per member, for any time [GEN-4]', async () => {
    const { client, told } = heard([
      json({ data: issue({ createdAt: '2026-04-01T09:30:00Z', updatedAt: '2026-04-01T09:30:00.123456Z' }) }),
      json({ data: issue({ createdAt: '2026-04-01T09:30:01Z' }) }),
    ]);
    expect((await client.issues.get('prj_web', 7)).createdAt).toBe('2026-04-01T09:30:00Z');
    await client.issues.get('prj_web', 7);
    expect(told).toEqual(['unknown-value data.createdAt', 'unknown-value data.updatedAt']);
  });

  test.each([
    ['without data', {}, { field: 'data', message: 'is missing' }],
    [
      'without an issue number',
      { data: issue({ issueNumber: null }) },
      { field: 'data.issueNumber', message: /whole number/ },
    ],
  ])('%s is rejected, and not reported as drift', async (_, body, { field, message }) => {
    for (const hooks of [{}, undefined]) {
      const { client, told } = heard([json(body)], hooks && { hooks });
      const error = await failure(client.issues.get('prj_web', 7));
      expect(error.details).toContainEqual({ field, message: expect.stringMatching(message) });
      expect(told).toEqual([]);
    }
  });

  test('may be a new comment with wrong members, but not without an id', async () => {
    const created = { id: 'c1', content: null, authorName: null, createdAt: null };
    const { client, told } = heard([json({ data: created }, { status: 201 }), json({ data: { content: 'x' } })]);
    expect(await client.issues.comments.create('prj_web', 7, { content: 'x' })).toEqual(created);
    expect(told).toHaveLength(3);
    const error = await failure(client.issues.comments.create('prj_web', 7, { content: 'x' }));
    expect(error).toMatchObject({ mayHaveBeenApplied: true, details: [{ field: 'data.id', message: 'is missing' }] });
  });

  test("with another issue's number is rejected [EP-8]", async () => {
    const { client } = scripted([json({ data: issue({ issueNumber: 8 }) })]);
    const error = await failure(client.issues.get('prj_web', 7));
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', status: 200 });
    expect(error.details).toEqual([{ field: 'data.issueNumber', message: 'must be 7, the issue of this call' }]);
    expect((await client.issues.get('prj_web', 8)).issueNumber).toBe(8);
  });

  test('has findings with paths of at most 200 characters', async () => {
    const drift: Drift[] = [];
    const long = `x${'y'.repeat(100_000)}`;
    const { client } = scripted([json({ data: issue({ [`${long}1`]: 1, [`${long}2`]: 2 }) })], {
      hooks: { onDrift: (finding) => void drift.push(finding) },
    });
    await client.issues.get('prj_web', 7);
    expect(drift.map(({ path }) => path.length)).toEqual([200]);
  });
});

describe('a response of an endpoint whose row has no body', () => {
  const row: Endpoint = endpoints['issues.comments.list'];
  beforeEach(() => {
    const { response } = row;
    Object.assign(row, { response: null });
    return () => Object.assign(row, { response });
  });
  const listed = (...steps: Response[]) => heard(steps).client.issues.comments.list('prj_web', 7);

  test('is empty, with any status of a success', async () => {
    expect(await listed(new Response(null, { status: 204 }))).toBeUndefined();
    expect(await listed(new Response(''))).toBeUndefined();
  });

  test('may have JSON, which is reported', async () => {
    const { client, told } = heard([json({ data: { id: 'c1' } })]);
    expect(await client.issues.comments.list('prj_web', 7)).toBeUndefined();
    expect(told).toEqual(['unknown-field ']);
  });

  test('may not be a page, nor break off', async () => {
    for (const [text, problem] of [
      ['<html>Log in</html>', 'it is HTML'],
      ['{"data": [', 'not JSON'],
    ] as const)
      expect((await failure(listed(new Response(text), new Response(text)))).message).toContain(problem);
  });
});

describe('a response where v1 leaves the form open', () => {
  test('may be a project list without total [EP-1] [GAP-18]', async () => {
    const { client } = scripted([json({ data: [project] }), json({ data: [project], total: 1 })]);
    expect(await client.projects.list()).toEqual({ data: [project] });
    expect((await client.projects.list()).total).toBe(1);
  });

  test.each([
    ['A', { reporterName: 'Ada' }],
    ['B', { id: 'iss_1', labels: ['web'], assignees: ['Ada'] }],
    ['both', { reporterName: 'Ada', id: 'iss_1', labels: [], assignees: [] }],
    ['neither', {}],
  ])('may be a list item with field set %s [RES-2] [GAP-19]', async (_, fields) => {
    const { id: _id, ...common } = listItem(1);
    const { client } = scripted([page([{ ...common, ...fields }])]);
    expect((await client.issues.list('prj_web')).data).toEqual([{ ...common, ...fields }]);
  });

  test.each([200, 201])('may have the status %i for a new comment [EP-12] [GAP-9]', async (status) => {
    const comment = { id: 'c1', content: 'Hello', authorName: 'Ada', createdAt: '2026-04-01T09:30:00.000Z' };
    const { client } = scripted([json({ data: comment }, { status })]);
    const { data, response } = await client.issues.comments.create('prj_web', 7, { content: 'Hello' }).withResponse();
    expect(data).toEqual(comment);
    expect(response).toMatchObject({ status, attempts: [{ status, waitedMs: 0 }] });
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  test('may have any type of user action [RES-10] [GAP-3]', async () => {
    const action = { type: 'hover', target: '#pay', timestamp: '2026-04-01T09:30:00.000Z' };
    const { client } = scripted([json({ data: [action], total: 1 })]);
    expect((await client.issues.userActions('prj_web', 7)).data).toEqual([action]);
  });

  test('may have any content type if its body is JSON [GAP-62]', async () => {
    const { client } = scripted([
      new Response(JSON.stringify({ data: issue() }), { headers: { 'content-type': 'text/plain' } }),
    ]);
    expect((await client.issues.get('prj_web', 7)).title).toBe('Checkout hangs');
  });
});
