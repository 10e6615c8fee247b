import { scopes } from '@issue-tracking/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../tools/testing/seeds.ts';
import { acme } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';
import { stateOf } from '../../test/state-of.ts';
import { methods } from './methods.ts';

const numRuns = runs(20, 2_000);

const names = Object.keys(methods);

const members = [
  ...['id', 'slug', 'name', 'active', 'organizationId', 'description', 'projectId', 'issueNumber', 'title', 'labels'],
  ...['status', 'priority', 'content', 'authorName', 'key', 'scopes', 'expiresAt', 'organizations', 'userId', 'token'],
  ...[
    'ms',
    'date',
    'where',
    'changes',
    'orderBy',
    'take',
    'contains',
    'number',
    'issues',
    'endpoint',
    'apiKey',
    'times',
    'when',
    'headers',
    'body',
    'delayMs',
    'drop',
  ],
  ...['truncate', 'comments', 'consoleLogs', 'techContext', 'createdAt', '__proto__', 'constructor', 'toString', ''],
];

/** Values that are valid, or nearly so, for some member. */
const near = fc.constantFrom<unknown>(
  ...[acme, 'acme', 'prj_web', 'usr_ada', 'svc_acme', 'svc_', 'open', 'issues.get', 'after', 'snapshot-1', 'toString'],
  ...['2026-05-01T12:00:00.000Z', '2026-02-30T12:00:00.000Z', '9999-12-31T23:59:59.999Z', 'tomorrow', '', ' ', '\0'],
  ...['\ud800', '../..', 'a/b', '__proto__', [...scopes], ['admin'], ['acme'], ['acme', 'acme'], [], {}, [{}], [null]],
  ...[
    { title: 'x' },
    { status: 'done' },
    [
      { title: 'x', issueNumber: 1 },
      { title: 'y', issueNumber: 1 },
    ],
  ],
  ...[
    { 'x-a': 'b' },
    { 'x a': 'b' },
    { 'x-a': '\r\n' },
    [{ level: 'debug' }],
    [{ content: 5 }],
    { id: 'prj_web' },
    { status: 'open' },
    { title: 'desc' },
  ],
  ...[0, 1, 2, -1, 1.5, 200, 99, 600, 1e300, -1e300, 9e15, 2 ** 53, null, true, false],
);

const value = fc.oneof({ weight: 4, arbitrary: near }, fc.jsonValue({ maxDepth: 3 }));

/** JSON text, because an object literal can't have a member of its own named `__proto__`. */
const object = fc
  .array(fc.tuple(fc.constantFrom(...members), value), { maxLength: 6 })
  .map((entries) => `{${entries.map((entry) => entry.map((part) => JSON.stringify(part)).join(':')).join(',')}}`);

const body = fc.oneof(
  { weight: 8, arbitrary: object },
  value.map((json) => JSON.stringify(json)),
  fc.constantFrom('', '{', 'null', '[]', '{"a":1}}', '"x"'),
);

test('each JSON body gets 200, or an error without any effect, from each method', {
  timeout: 600_000,
}, async () => {
  const { url, control, get, mock } = await serve();
  // Ids are drawn before a record is checked: those of a refused one are spent.
  const state = () => ({ ...stateOf(mock), ids: 0 });
  await control('snapshot');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), body, async (name, text) => {
      const before = state();
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/__mock/${name}`, { method: 'POST', headers, body: text });
      const answer = await response.json();
      expect([200, 400]).toContain(response.status);
      if (response.status === 200) {
        // Its effects must not break the following steps.
        state();
        mock.reset();
        await control('snapshot');
      } else {
        expect(answer).toEqual({
          error: expect.stringMatching(/./),
          details: expect.arrayContaining([{ field: expect.any(String), message: expect.any(String) }]),
        });
        expect(state()).toEqual(before);
      }
      expect((await get('/projects')).status).toBe(200);
      mock.requests.clear();
    }),
    { numRuns },
  );
});
