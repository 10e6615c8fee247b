import { createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { acme, service } from '../../test/fixture.ts';

/** A function without its types, to pass what a program in JavaScript could. */
type Untyped = (...values: unknown[]) => unknown;

const methods = ['find', 'update', 'delete'] as const;

/** Calls each method with a condition, and requires that none changes anything. */
function eachRejects(where: unknown, message: string, kind: 'issues' | 'apiKeys' | 'projects' = 'issues'): void {
  for (const method of methods) {
    const { mock } = service();
    const before = JSON.stringify(mock.exportWorld());
    const changes = method === 'update' ? [{}] : [];
    expect(() => (mock.world[kind][method] as Untyped)(where, ...changes), method).toThrow(message);
    expect(JSON.stringify(mock.exportWorld())).toBe(before);
  }
}

test('only find() may go without a condition; update() and delete() want {} for all, and say so', () => {
  const { issues, apiKeys } = service().mock.world;
  const all = issues.find().length;
  expect(issues.find(undefined)).toHaveLength(all);
  const [update, remove] = [issues.update as Untyped, issues.delete as Untyped];
  expect(() => update(undefined, { title: 'x' })).toThrow(
    'update() needs a condition, found undefined. Pass {} for all issues.',
  );
  for (const where of [[], [undefined]]) expect(() => remove(...where)).toThrow('Pass {} for all issues.');
  expect(() => (apiKeys.delete as Untyped)(undefined)).toThrow('Pass {} for all API keys.');
  expect(issues.find({ title: 'x' })).toEqual([]);
  expect(issues.update({}, { title: 'x' })).toHaveLength(all);
  expect(issues.delete({})).toHaveLength(all);
  expect(issues.find()).toEqual([]);
});

test('a member that is undefined finds nothing', () => {
  const { projects } = service().mock.world;
  const { find, update, delete: remove } = projects as object as Record<'find' | 'update' | 'delete', Untyped>;
  for (const where of [{ id: undefined }, { nextIssueNumber: undefined }]) {
    expect([find(where), remove(where)]).toEqual([[], []]);
    expect(() => update(where, { name: 'x' })).toThrow('There is no such project to update.');
  }
});

test.each<[where: unknown, message: string]>([
  [{ status: 'opne' }, 'verified, closed; found "opne"; did you mean "open"?'],
  [{ issueNumber: '1' }, 'issueNumber: must be a whole number from 1; found "1"; did you mean 1?'],
  [{ labels: 'bug' }, 'labels: must be an array; found "bug"; did you mean ["bug"]?'],
  [{ status: ['open'] }, '- status: must be one of: '],
  [{ title: 5 }, 'did you mean "5"?'],
  [{ createdAt: '2026-04-01' }, 'did you mean "2026-04-01T00:00:00.000Z"?'],
  [{ status: 'open', priority: 'hihg' }, '- priority: must be one of: '],
  [{ issueNumber: 0 }, 'issueNumber: must be a whole number from 1; found 0.'.slice(0, -1)],
  [{ issueNumber: Number.NaN }, 'issueNumber: must be a whole number from 1; found null'],
  [{ status: null }, '- status: must be one of: '],
])('a condition with a value that no issue can have is an error with the nearest one: %o', (where, message) => {
  eachRejects(where, message);
});

test('the nearest scopes are named, too', () => {
  eachRejects({ scopes: ['issues:raed'] }, 'found "issues:raed"; did you mean ["issues:read"]?', 'apiKeys');
  eachRejects({ scopes: 'issues:write' }, 'did you mean ["issues:write"]?', 'apiKeys');
  eachRejects({ revoked: 'true' }, 'did you mean true?', 'apiKeys');
});

test('the same holds for values within a query', () => {
  eachRejects((q: { where: Untyped }) => q.where({ status: 'opne' }), 'did you mean "open"?');
  eachRejects((q: { where: Untyped }) => q.where({ titel: 'x' }), 'did you mean "title"?');
  const chained = (q: { where(members: object): { or: Untyped } }) =>
    q.where({ status: 'open' }).or({ issueNumber: '1' });
  eachRejects(chained, 'did you mean 1?');
  const { issues } = service().mock.world;
  const numbered = issues.find((q) =>
    q.where({ issueNumber: (number: number) => number > 4 }).and((each) => each.status === 'open'),
  );
  expect(numbered.map(({ issueNumber }) => issueNumber)).toEqual([5]);
});

test('an error does not show a key', () => {
  eachRejects({ key: 'my secret key' }, 'found another text, not shown here', 'apiKeys');
  expect(() => service().mock.world.apiKeys.find({ key: 'my secret key' })).not.toThrow('secret');
  expect(() => service().mock.world.apiKeys.find({ key: 'svc_unknown' })).not.toThrow();
});

test('a value that a pulled record has is possible', () => {
  const issues = [
    { issueNumber: 1, status: 'triaged' },
    { issueNumber: 2, status: 'open' },
  ];
  const project = { id: 'p', slug: 'p', name: 'P', issues };
  const organizations = [{ id: acme, slug: 'acme', projects: [project] }];
  const { world } = createMock({ world: { form: 'pulled', organizations } });
  const found = (where: object) => (world.issues.find as Untyped)(where);
  expect(found({ status: 'triaged' })).toHaveLength(1);
  expect(found({ status: 'triaged', issueNumber: 2 })).toEqual([]);
  expect(() => found({ status: 'triagde', issueNumber: 2 })).toThrow('status: must be one of');
});

test('a value may be a Date, and a record of find() is a condition for itself', () => {
  const { issues } = service().mock.world;
  const [issue] = issues.find({ issueNumber: 2, projectId: 'prj_web' });
  if (!issue) throw new Error('There is one.');
  expect(issues.find({ createdAt: new Date(issue.createdAt) as never, projectId: 'prj_web' })).toContainEqual(issue);
  expect(issues.find(issue)).toEqual([issue]);
});

test.each<[where: unknown, found: readonly number[]]>([
  [{ techContext: { browserInfo: { name: 'Chrome' } } }, [1]],
  [{ techContext: { browserInfo: { name: 'Firefox' } } }, []],
  [{ techContext: { cssSelector: undefined } }, []],
  [{ techContext: {} }, [1]],
  [{ techContext: null }, [2]],
  [{ consoleLogs: [{ message: 'a' }, { level: 'warn' }] }, [1]],
  [{ consoleLogs: [{ level: 'warn' }, { message: 'a' }] }, []],
  [{ consoleLogs: [{ message: 'a' }] }, []],
  [{ consoleLogs: [] }, [2]],
])('an object in a condition needs no member but those to match, and a list each entry: %o', (where, found) => {
  const issues = [
    {
      techContext: { browserInfo: { name: 'Chrome', version: '141' } },
      consoleLogs: [{ message: 'a' }, { message: 'b', level: 'warn' as const }],
    },
    {},
  ];
  const { world } = createMock({ world: { organizations: [{ projects: [{ issues }] }] } });
  const numbers = (world.issues.find as Untyped)(where) as { issueNumber: number }[];
  expect(numbers.map(({ issueNumber }) => issueNumber)).toEqual(found);
});

test('a name or value within an object that no record can have is an error, too', () => {
  eachRejects({ techContext: { browserInfo: { nmae: 'Chrome' } } }, 'did you mean "name"?');
  eachRejects({ consoleLogs: [{ level: 'wran' }] }, 'consoleLogs[0].level: must be one of: ');
  eachRejects(
    { techContext: { cssSelector: () => true } },
    'a function for techContext: pass a function of the record',
  );
});

test.each<[what: string, where: unknown]>([
  ['a promise', Promise.resolve()],
  ['a map', new Map()],
  [
    'an object of a class',
    new (class Id {
      readonly #id = 1;
      get id() {
        return this.#id;
      }
    })(),
  ],
  ['a text', 'prj_web'],
])('%s is no condition: it would be one without members', (_, where) => {
  eachRejects(where, 'A condition must be an object of members and values, or a function of a record.');
});

test('a function for a member, and an asynchronous function, are errors', () => {
  eachRejects(
    { issueNumber: (number: number) => number > 1 },
    'a function for issueNumber: pass a function of the record',
  );
  eachRejects(async () => false, 'must return true or false at once, found a promise');
});

test('a function is called once with each record, and with nothing else', () => {
  const { issues } = service().mock.world;
  const all = issues.find();
  const seen: unknown[] = [];
  expect(issues.find((issue) => seen.push({ ...issue }) > 1)).toEqual(all.slice(1));
  expect(seen).toEqual(all);
  expect(JSON.stringify(seen)).toBe(JSON.stringify(all));
  const empty = createMock({ world: {} }).world.issues;
  expect(empty.find(() => expect.unreachable())).toEqual([]);
});

test('an issue with the highest number blocks no further ones, and no world', () => {
  const highest = Number.MAX_SAFE_INTEGER;
  const { world } = createMock();
  world.issues.create({ projectId: 'prj_web', issueNumber: highest });
  world.issues.create({ projectId: 'prj_web', issueNumber: 2 ** 31 - 1 });
  const next = [1, 2, 3].map(() => world.issues.create({ projectId: 'prj_web' }).issueNumber);
  expect(next).toEqual([2 ** 31, 2 ** 31 + 1, 2 ** 31 + 2]);
  const planted = createMock({
    world: { organizations: [{ slug: 'a', projects: [{ id: 'p', issues: [{ issueNumber: highest }, {}, {}] }] }] },
  });
  expect(planted.world.issues.find().map(({ issueNumber }) => issueNumber)).toEqual([1, 2, highest]);
  expect(planted.world.issues.create({ projectId: 'p' }).issueNumber).toBe(3);
});
