import { issueListQuery } from '@issue-tracking/model';
import {
  type ErrorDetail,
  InvalidArgumentError,
  type IssueTrackingClient,
  type IssueUpdate,
} from '@issue-tracking/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../../tools/testing/any-character.ts';
import { runs } from '../../../../tools/testing/seeds.ts';
import { issue } from '../../test/support/records.ts';
import { json, scripted } from '../../test/support/scripted-service.ts';
import { requestFor } from './request.ts';

const updated = { issueNumber: 7, status: 'open', priority: 'low', updatedAt: '2026-04-01T09:30:00.000Z' };

/** The methods as JavaScript callers see them, without types. */
type Untyped = { [Method in keyof IssueTrackingClient['issues']]: (...args: unknown[]) => Promise<unknown> };
const untyped = (client: IssueTrackingClient) => client.issues as unknown as Untyped;

async function rejectionOf(call: Promise<unknown>): Promise<InvalidArgumentError> {
  const error = await call.then(
    () => expect.unreachable('it was not rejected'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InvalidArgumentError);
  return error as InvalidArgumentError;
}

describe('paths', () => {
  const nasty = fc.constantFrom(
    '..',
    '.',
    '',
    '/',
    '%2e%2e',
    '%2f',
    '\\',
    '?',
    '#',
    '@',
    '//x.example',
    'https://x.example/a?b#c',
    '\ud800',
    '\0',
  );
  const projectIds = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: nasty, maxLength: 4 }));

  const numRuns = runs(60, 100_000);
  test(`${numRuns} project IDs are either sent as one segment on the same origin or rejected`, () => {
    fc.assert(
      fc.property(projectIds, (projectId) => {
        const details: ErrorDetail[] = [];
        const { target } = requestFor('issues.get', { params: { projectId, issueNumber: 7 } }, details);
        const climbs = projectId.split(/[/\\]/).some((part) => part === '.' || part === '..');
        expect(details.length > 0).toBe(projectId === '' || climbs || !projectId.isWellFormed());
        if (details.length > 0) return;
        const { origin, pathname, search, hash } = new URL(`https://issues.test${target}`);
        expect(origin + search + hash).toBe('https://issues.test');
        expect(pathname).toMatch(/^\/api\/v1\/projects\/[^/]+\/issues\/7$/);
        expect(decodeURIComponent(pathname.split('/')[4] ?? '')).toBe(projectId);
      }),
      { numRuns },
    );
  });

  test('a project ID is encoded as one segment', async () => {
    const { client, sent } = scripted([json({ data: issue() })]);
    await client.issues.get('a/.b/..c?d#e%2f', 7);
    expect(sent()).toEqual(['GET /api/v1/projects/a%2F.b%2F..c%3Fd%23e%252f/issues/7']);
  });

  test.each([
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    1e21,
    '01',
    '1e1',
    '+1',
    ' 1',
    '',
    null,
    undefined,
    [7],
  ])('issueNumber %j is rejected before sending [GAP-31]', async (issueNumber) => {
    const { client, requests } = scripted([json({ data: issue() })]);
    const error = await rejectionOf(untyped(client).get('prj_web', issueNumber));
    expect(error.details).toEqual([expect.objectContaining({ field: 'issueNumber' })]);
    expect(error).toMatchObject({ method: 'GET', endpoint: 'issues.get', attempts: [] });
    expect(requests).toHaveLength(0);
  });

  test.each<[name: string, call: (issues: Untyped) => Promise<unknown> | undefined, path: string, problem: string]>([
    [
      'a status',
      (issues) => issues.update?.('prj_web', 7, { status: 'verified' }),
      'prj_web/issues/7',
      'status cannot be set to verified',
    ],
    [
      'a number',
      (issues) => issues.get?.('prj_web', Number.NaN),
      'prj_web/issues/{issueNumber}',
      'issueNumber must be',
    ],
    ['an absent project', (issues) => issues.get?.(undefined, 7), '{projectId}/issues/7', 'projectId is missing'],
    ['an empty project', (issues) => issues.get?.('', 7), '{projectId}/issues/7', 'projectId is empty'],
    [
      'a project with dots',
      (issues) => issues.get?.('..', 7),
      '{projectId}/issues/7',
      'projectId must be an identifier',
    ],
    ['a filter', (issues) => issues.list?.('prj a', { status: 'opne' }), 'prj%20a/issues', 'status must be one of'],
    ['an option', (issues) => issues.get?.('prj_web', 7, { timeout: -1 }), 'prj_web/issues/7', 'timeout must be'],
  ])('the error of a wrong %s has the path with the other parameters', async (_, call, path, problem) => {
    const error = await rejectionOf(call(untyped(scripted([]).client)) ?? Promise.resolve());
    expect(error.path).toBe(`/api/v1/projects/${path}`);
    expect(error.message).toContain(`/api/v1/projects/${path}: ${problem}`);
  });

  test('a wrong parameter and a wrong filter are both named', async () => {
    const error = await rejectionOf(untyped(scripted([]).client).list?.('', { stauts: 'open' }) as Promise<unknown>);
    expect(error.details.map(({ field }) => field)).toEqual(['stauts', 'projectId']);
  });

  test('the base URL keeps its path, with or without a trailing slash [GEN-1]', async () => {
    for (const baseUrl of ['https://issues.test/tracker', 'https://issues.test/tracker/']) {
      const { client, sent } = scripted([json({ data: issue() })], { baseUrl });
      await client.issues.get('prj_web', 7);
      expect(sent()).toEqual(['GET /tracker/api/v1/projects/prj_web/issues/7']);
    }
  });
});

describe('queries', () => {
  const parameters = Object.keys(issueListQuery.def.shape);
  const emptyPage = json({ data: [], total: 0, page: 1, totalPages: 0 });

  test('filters combine and are encoded, and undefined ones are left out [EP-6]', async () => {
    const { client, sent } = scripted([emptyPage]);
    await client.issues.list('prj_web', {
      status: 'open',
      priority: undefined,
      q: 'a&b=c d',
      label: 'ü',
      page: 2,
      limit: 5,
    });
    expect(sent()).toEqual([
      'GET /api/v1/projects/prj_web/issues?status=open&q=a%26b%3Dc%20d&label=%C3%BC&page=2&limit=5',
    ]);
  });

  test.each([
    [{ limit: 101 }, 'limit', 'must be a whole number from 1 to 100; found 101'],
    [{ limit: 0 }, 'limit', 'must be a whole number from 1 to 100; found 0'],
    [{ page: 0 }, 'page', 'must be a whole number from 1; found 0'],
    [
      { status: 'done' },
      'status',
      'must be one of: open, in_progress, blocked, fix_submitted, verified, closed; found "done"',
    ],
    [{ priority: 'urgent' }, 'priority', 'must be one of: low, medium, high, critical; found "urgent"'],
    [{ status: ['open'] }, 'status', 'must be one string, number or boolean, in well-formed Unicode; found a list'],
    [{ state: 'open' }, 'state', `is unknown: known are ${parameters.join(', ')}`],
    [{ signal: AbortSignal.abort() }, 'signal', `is unknown: known are ${parameters.join(', ')}`],
    [{ q: '\ud800' }, 'q', 'must be one string, number or boolean, in well-formed Unicode; found "\\ud800"'],
    [{ q: {} }, 'q', 'must be one string, number or boolean, in well-formed Unicode; found an object'],
    [{ q: Object.create(null) }, 'q', 'must be one string, number or boolean, in well-formed Unicode; found an object'],
    [{ q: Symbol('q') }, 'q', 'must be one string, number or boolean, in well-formed Unicode; found Symbol(q)'],
    [
      JSON.parse('{"__proto__":"x"}'),
      '__proto__',
      'must be one string, number or boolean, in well-formed Unicode; found "x"',
    ],
    [null, 'query', 'must be a plain object; found null'],
    ['status=open', 'query', 'must be a plain object; found "status=open"'],
    [new URLSearchParams('status=open'), 'query', 'must be a plain object; found an object'],
    [new Map([['status', 'open']]), 'query', 'must be a plain object; found an object'],
  ])('%o is rejected, whether the list is awaited or iterated [EP-7]', async (query, field, message) => {
    const { client, requests } = scripted([emptyPage]);
    const list = () => untyped(client).list('prj_web', query) as ReturnType<IssueTrackingClient['issues']['list']>;
    expect((await rejectionOf(list())).details).toContainEqual({ field, message });
    expect((await rejectionOf(list().toArray())).details).toContainEqual({ field, message });
    expect(requests).toHaveLength(0);
  });

  test('projects are filtered by slug or ID; both are rejected unsent, even of a caller without types [EP-4] [GAP-6]', async () => {
    const { client, sent } = scripted([json({ data: [], total: 0 })]);
    const id = '00000000-0000-0000-0000-000000000001';
    await client.projects.list({ organizationSlug: 'acme' });
    await client.projects.list({ organizationId: id });
    const both = await rejectionOf(client.projects.list({ organizationSlug: 'acme', organizationId: id } as object));
    expect(both.details).toEqual([
      { field: 'query', message: 'must not have both organizationSlug and organizationId' },
    ]);
    expect(sent()).toEqual(['GET /api/v1/projects?organizationSlug=acme', `GET /api/v1/projects?organizationId=${id}`]);
    await rejectionOf(client.projects.list({ organizationId: 'acme' }));
  });
});

test.each([-1, 1.5, Number.NaN, '5', null])('toArray() rejects a max of %j, and sends nothing', async (max) => {
  const { client, requests } = scripted([json({ data: [], total: 0, page: 1, totalPages: 0 })]);
  const error = await rejectionOf(client.issues.list('prj_web').toArray({ max: max as number }));
  expect(error.details).toEqual([
    { field: 'max', message: expect.stringMatching(/^must be a whole number from 0; found \S+$/) },
  ]);
  expect(requests).toHaveLength(0);
});

describe('bodies', () => {
  test.each(['verified', 'closed'])('a status of %s is rejected before sending [STA-5] [STA-6]', async (status) => {
    const { client, requests } = scripted([json({ data: updated })]);
    const error = await rejectionOf(untyped(client).update('prj_web', 7, { status }));
    expect(error.details).toEqual([
      { field: 'status', message: expect.stringContaining(`cannot be set to ${status}`) },
    ]);
    expect(error.mayHaveBeenApplied).toBe(false);
    expect(requests).toHaveLength(0);
  });

  test('an unknown status is rejected with the statuses that can be set [EP-10] [STA-3]', async () => {
    const { client } = scripted([json({ data: updated })]);
    expect((await rejectionOf(untyped(client).update('prj_web', 7, { status: 'done' }))).details).toEqual([
      { field: 'status', message: 'must be one of: open, in_progress, blocked, fix_submitted; found "done"' },
    ]);
  });

  test.each(['open', 'in_progress', 'blocked', 'fix_submitted'] as const)(
    'a status of %s is sent as JSON [STA-3] [GEN-2] [GEN-3]',
    async (status) => {
      const { client, requests, sent } = scripted([json({ data: { ...updated, status } })]);
      expect(await client.issues.update('prj_web', 7, { status })).toMatchObject({ status });
      expect(sent()).toEqual(['PATCH /api/v1/projects/prj_web/issues/7']);
      expect(requests[0]?.headers.get('content-type')).toBe('application/json');
      expect(await requests[0]?.json()).toEqual({ status });
    },
  );

  test.each([{}, { status: undefined }])(
    'an update %j without a change is rejected unsent [GAP-23]',
    async (changes) => {
      const { client, requests } = scripted([json({ data: updated })]);
      const error = await rejectionOf(client.issues.update('prj_web', 7, changes as IssueUpdate));
      expect(error.details).toEqual([{ field: 'body', message: 'must have a status or a priority' }]);
      expect(requests).toEqual([]);
    },
  );

  test.each([undefined, null, 'open', []])(
    'an update of %j is rejected, because it must be an object [EP-9]',
    async (changes) => {
      const { client } = scripted([json({ data: updated })]);
      const error = await rejectionOf(untyped(client).update('prj_web', 7, changes));
      expect(error.details).toEqual([{ field: 'body', message: expect.stringMatching(/^must be an object/) }]);
    },
  );

  test('all wrong arguments are reported at once, with at most 50 characters of each and no credential [EP-10] [AUTH-1]', async () => {
    const { client } = scripted([json({ data: updated })], { apiKey: 'svc_s3cret-of-the-client' });
    const changes = { status: 'svc_s3cret-of-the-client', priority: 'x'.repeat(1_000), note: 1 };
    const error = await rejectionOf(untyped(client).update('..', -1, changes));
    expect(error.details.map(({ field }) => field)).toEqual(['note', 'projectId', 'issueNumber', 'status', 'priority']);
    expect(error.message).toContain('found ".."; issueNumber must be a whole number from 1; found -1;');
    expect(error.message).toContain('found "[redacted]";');
    expect(error.message).toContain(`found "${'x'.repeat(50)}"`);
    expect(error.message).not.toContain('s3cret');
  });

  test('a comment may be any string that is not empty, because v1 specifies no maximum length [EP-12] [GAP-16] [GAP-32]', async () => {
    const answer = json({ data: { id: 'c1', content: '', authorName: 'Ada', createdAt: '2026-04-01T09:30:00.000Z' } });
    const { client, requests } = scripted([answer]);
    for (const content of [' ', 'x'.repeat(100_000), '\ud800']) {
      await client.issues.comments.create('prj_web', 7, { content });
      expect(await requests.at(-1)?.json()).toEqual({ content });
    }
    const empty = await rejectionOf(client.issues.comments.create('prj_web', 7, { content: '' }));
    expect(empty.details).toEqual([{ field: 'content', message: 'is empty' }]);
    for (const content of [undefined, null, 1, {}]) {
      const error = await rejectionOf(client.issues.comments.create('prj_web', 7, { content } as never));
      expect(error.details).toEqual([
        {
          field: 'content',
          message:
            content === undefined
              ? 'is missing'
              : expect.stringMatching(/^must be a string; found (null|1|an object)$/),
        },
      ]);
    }
  });
});

describe('call options', () => {
  test.each([
    [null, 'options'],
    ['fast', 'options'],
    [{ timeout: 0 }, 'timeout'],
    [{ timeout: Number.NaN }, 'timeout'],
    [{ timeout: 2 ** 31 }, 'timeout'],
    [{ deadline: -1 }, 'deadline'],
    [{ deadline: '5s' }, 'deadline'],
    [{ signal: {} }, 'signal'],
    [{ signal: null }, 'signal'],
    [{ signal: new EventTarget() }, 'signal'],
    [{ retry: true }, 'retry'],
    [{ retry: { limit: -1 } }, 'retry.limit'],
    [{ retry: { limit: 1.5 } }, 'retry.limit'],
    [{ retry: { maxRetryAfter: -1 } }, 'retry.maxRetryAfter'],
    [{ headers: { Authorization: 'Bearer s3cret' } }, 'headers.authorization'],
    [{ headers: { 'Content-Type': 'text/plain' } }, 'headers.content-type'],
    [{ headers: { 'Content-Length': '5' } }, 'headers.content-length'],
    [{ headers: { Host: 'issues.test' } }, 'headers.host'],
    [{ headers: { 'transfer-encoding': 'chunked' } }, 'headers.transfer-encoding'],
    [{ headers: { 'x-note': 's3cret\n' + 's3cret' } }, 'headers'],
    [{ headers: null }, 'headers'],
  ])('%j is rejected with the name of the option', async (options, field) => {
    const { client, requests } = scripted([json({ data: issue() })]);
    const error = await rejectionOf(untyped(client).get('prj_web', 7, options));
    expect(error.details).toEqual([expect.objectContaining({ field })]);
    expect(error.message).not.toContain('s3cret');
    expect(requests).toHaveLength(0);
  });

  const comments = (client: IssueTrackingClient) => client.issues.comments as unknown as Untyped;
  const list = (client: IssueTrackingClient) => client.issues.list('prj_web');
  const comment = { content: 'Hello' };
  test.each<[name: string, call: (client: IssueTrackingClient) => Promise<unknown>, advice: string]>([
    ['retries', (client) => untyped(client).get('prj_web', 7, { retries: 3 }), ', deadline, retry, '],
    ['timeOut', (client) => untyped(client).update('prj_web', 7, { priority: 'low' }, { timeOut: 5 }), ', timeout, '],
    ['header', (client) => untyped(client).context('prj_web', 7, { header: {} }), ', headers, '],
    // A client's option, but no call's.
    [
      'token',
      (client) => client.projects.list({}, { token: 's3cret' } as object),
      'known are signal, timeout, deadline, retry, headers',
    ],
    ['limit', (client) => client.issues.list('prj_web', {}, { limit: 5 } as object), 'known are signal, '],
    ['interval', (client) => untyped(client).get('prj_web', 7, { interval: 5 }), 'known are signal, '],
    [
      'intervall',
      (client) => untyped(client).waitFor('prj_web', 7, { status: 'open' }, { intervall: 5 }),
      ', interval',
    ],
    [
      'onLostRepsonse',
      (client) => comments(client)['create' as 'get']('prj_web', 7, comment, { onLostRepsonse: 'check' }),
      ', onLostResponse',
    ],
    ['onLostResponse', (client) => comments(client).list('prj_web', 7, { onLostResponse: 'check' }), 'known are '],
    ['maximum', (client) => list(client).toArray({ maximum: 5 } as object), 'known are max'],
    ['params', (client) => client.request('GET', '/api/v1/more', { params: {} } as object), ', query, body, schema'],
    ['constructor', (client) => untyped(client).get('prj_web', 7, { constructor: 1 }), 'known are '],
  ])('%s is rejected with the valid names by methods without that option', async (field, call, advice) => {
    const { client, requests } = scripted([json({ data: issue() })]);
    const error = await rejectionOf(call(client));
    expect(error.details).toEqual([{ field, message: expect.stringContaining('is unknown: ') }]);
    expect(error.details[0]?.message).toContain(advice);
    expect(error.message).not.toContain('s3cret');
    expect(requests).toHaveLength(0);
  });

  test('options with the value undefined are ignored, and each method has its own options', async () => {
    const { client, requests } = scripted([json({ data: issue({ status: 'open' }) })]);
    await untyped(client).get('prj_web', 7, { retries: undefined });
    await client.issues.waitFor('prj_web', 7, { status: 'open' }, { interval: 5, timeout: 5_000, retry: false });
    expect(requests).toHaveLength(2);
    const created = json({ data: { id: 'c1', content: 'Hello', authorName: 'Ada', createdAt: updated.updatedAt } });
    const empty = json({ data: [], total: 0 });
    const service = scripted([created, empty, created]);
    await service.client.issues.comments.create('prj_web', 7, comment, { onLostResponse: 'fail', timeout: 5_000 });
    const { id } = await service.client.issues.comments.create('prj_web', 7, comment, {
      onLostResponse: 'check',
    });
    expect(id).toBe('c1');
  });

  test('each method returns a promise instead of throwing', async () => {
    const { client } = scripted([json({ data: issue() })]);
    const { issues, projects } = client as unknown as Record<string, Untyped & { comments: Untyped }>;
    const methods = [
      ...[
        'get',
        'update',
        'consoleLogs',
        'networkLogs',
        'screenshots',
        'techContext',
        'userActions',
        'context',
        'waitFor',
      ].map((name) => () => issues?.[name as 'get'](null, null, null, null)),
      () => issues?.comments.list(null, null),
      () => issues?.comments['create' as 'list'](null, null, null, { onLostResponse: 'check' }),
      () => projects?.list(null),
      () => client.request('TRACE' as 'GET', null as never),
    ];
    for (const method of methods) {
      const call = method();
      expect(call).toBeInstanceOf(Promise);
      await rejectionOf(call as Promise<unknown>);
    }
  });
});

describe('call arguments', () => {
  test.each<[name: string, call: (issues: Untyped) => Promise<unknown> | undefined, details: object[]]>([
    [
      'a string as a query',
      (issues) => issues.list?.('prj_web', 'status=open'),
      [{ field: 'query', message: 'must be a plain object; found "status=open"' }],
    ],
    [
      'a timeout with a unit',
      (issues) => issues.get?.('prj_web', 1, { timeout: '5s' }),
      [{ field: 'timeout', message: 'must be milliseconds, from 1 to 2147483647; found "5s"' }],
    ],
    [
      'a misspelt field of a body',
      (issues) => issues.update?.('prj_web', 1, { prioriti: 'low' }),
      [{ field: 'prioriti', message: 'is unknown: known are status, priority' }],
    ],
    [
      'an option in a body',
      (issues) => issues.update?.('prj_web', 1, { status: 'open', timeout: 5 }),
      [{ field: 'timeout', message: 'is unknown: known are status, priority' }],
    ],
    [
      'a number as retry',
      (issues) => issues.get?.('prj_web', 1, { retry: 3 }),
      [{ field: 'retry', message: 'must be false or an object of limit, maxRetryAfter' }],
    ],
    [
      'a header name with a space',
      (issues) => issues.get?.('prj_web', 1, { headers: { 'x-a': 'a', 'X Trace': 's3cret' } }),
      [{ field: 'headers', message: 'must be valid header names and values' }],
    ],
    [
      'a string as headers',
      (issues) => issues.get?.('prj_web', 1, { headers: 'x-a: a' }),
      [{ field: 'headers', message: 'must be valid header names and values' }],
    ],
  ])('%s is rejected with the name and the valid form', async (_name, call, details) => {
    const { client, requests } = scripted([]);
    expect((await rejectionOf(call(untyped(client)) ?? Promise.resolve())).details).toEqual(details);
    expect(requests).toHaveLength(0);
  });
});
