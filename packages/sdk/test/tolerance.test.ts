import { type Drift, type IssueTrackingClient, IssueTrackingError, UnexpectedResponseError } from '@issue-tracking/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstSeed, isLong, runs } from '../../../tools/testing/seeds.ts';
import { comment, issue, listItem } from './support/records.ts';
import { json, type Step, scripted } from './support/scripted-service.ts';

/*
 * The rule of tolerance, written anew beside the client's: every member of every response is replaced by something else,
 * and the outcome of the call must follow the rule, in both modes.
 */

const at = '2026-04-01T09:30:00.000Z';
const list = (...data: object[]) => ({ data, total: data.length });
const project = {
  id: 'prj_web',
  name: 'Web',
  slug: 'web',
  description: 'd',
  organizationId: '00000000-0000-0000-0000-000000000001',
  organizationSlug: 'acme',
  organizationName: 'Acme',
  createdAt: at,
};
const item = (issueNumber: number) => ({
  ...listItem(issueNumber),
  reporterName: 'Ada',
  labels: ['web'],
  assignees: ['Ada'],
});
const techContext = {
  browserInfo: { name: 'Chrome', version: '1' },
  osInfo: { name: 'macOS', version: '1' },
  viewportSize: { width: 1, height: 2 },
  cssSelector: '#a',
  elementStyles: { color: 'red' },
  reactComponentTree: ['A>B'],
};

type Body = Record<string, unknown>;
interface Endpoint {
  readonly body: Body;
  readonly call: (client: IssueTrackingClient) => PromiseLike<unknown>;
}
const endpoints: Record<string, Endpoint> = {
  'projects.list': { body: list(project, project), call: (client) => client.projects.list() },
  'issues.list': {
    body: { ...list(item(1), item(2)), page: 1, totalPages: 1 },
    call: (client) => client.issues.list('prj_web'),
  },
  'issues.get': { body: { data: issue({ labels: ['a'] }) }, call: (client) => client.issues.get('prj_web', 7) },
  'issues.update': {
    body: { data: { issueNumber: 7, status: 'open', priority: 'low', updatedAt: at } },
    call: (client) => client.issues.update('prj_web', 7, { status: 'open' }),
  },
  'issues.comments.list': {
    body: list(comment('a', 'x'), comment('b', 'y')),
    call: (client) => client.issues.comments.list('prj_web', 7),
  },
  'issues.comments.create': {
    body: { data: comment('a', 'x') },
    call: (client) => client.issues.comments.create('prj_web', 7, { content: 'x' }),
  },
  'issues.consoleLogs': {
    body: list({ level: 'error', message: 'm', source: 's', timestamp: at }),
    call: (client) => client.issues.consoleLogs('prj_web', 7),
  },
  'issues.networkLogs': {
    body: list({ method: 'GET', url: '/x', status: 200, duration: 1, timestamp: at }),
    call: (client) => client.issues.networkLogs('prj_web', 7),
  },
  'issues.screenshots': {
    body: list({ id: 's', url: '/x', width: 1, height: 1, createdAt: at }),
    call: (client) => client.issues.screenshots('prj_web', 7),
  },
  'issues.techContext': { body: { data: techContext }, call: (client) => client.issues.techContext('prj_web', 7) },
  'issues.userActions': {
    body: list({ type: 'click', target: '#a', text: 't', timestamp: at }),
    call: (client) => client.issues.userActions('prj_web', 7),
  },
};

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).map(([key, member]) =>
    pathsIn(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner.flat()];
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);
}

const nothing = Symbol('nothing');

/** Returns a copy with another value at a path, if there is a place for it. */
function replaced(body: unknown, path: Path, value: unknown): unknown {
  const key = path.at(-1);
  if (key === undefined) return value === nothing ? '' : value;
  const copy = structuredClone(body);
  const parent = valueAt(copy, path.slice(0, -1));
  if (typeof parent !== 'object' || parent === null) return copy;
  if (value === nothing) Reflect.deleteProperty(parent, key);
  else Reflect.set(parent, key, value);
  return copy;
}

const replacements: Record<string, unknown> = {
  null: null,
  nothing,
  'a number': 5,
  'a text': 'nonsense',
  'a flag': true,
  'a nested object': { deep: { er: [1] } },
  'a list': [[1]],
  'an unsafe number': 2 ** 60,
};

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;

/** Whether the client can't do its own work with a body. */
function isRejected(name: string, body: unknown): boolean {
  if (!isObject(body)) return true;
  const { data } = body;
  if (name === 'issues.techContext') return !(data === null || isObject(data));
  if (name === 'issues.comments.create') return !isObject(data) || typeof data['id'] !== 'string';
  if (name === 'issues.get' || name === 'issues.update') return !isObject(data) || data['issueNumber'] !== 7;
  if (!Array.isArray(data)) return true;
  return name === 'issues.list' && !data.every((entry) => isObject(entry) && isNumber(entry['issueNumber']));
}

const optional = /^data\.\d\.(reporterName|id|labels|assignees)$/;
const enumerated = /(status|priority|level|createdAt|updatedAt|timestamp|organizationId)$/;

/** Kinds of drift that one replaced member may be; none where it still is as promised. */
function kindsOf(name: string, path: Path, before: unknown, value: unknown): Drift['kind'][] {
  const field = path.join('.');
  if (value === nothing) {
    const mayMiss =
      (name === 'issues.list' && optional.test(field)) ||
      (name === 'projects.list' && field === 'total') ||
      (name === 'issues.userActions' && field.endsWith('text')) ||
      field.includes('elementStyles.');
    return mayMiss ? [] : ['missing-field'];
  }
  const mayBeNull = name === 'issues.techContext' ? field === 'data' : /^data\.\d\.description$/.test(field);
  if (value === null) return mayBeNull ? [] : ['null-value'];
  const kind = (one: unknown) => (Array.isArray(one) ? 'list' : typeof one);
  if (kind(before) !== kind(value)) return ['wrong-type'];
  if (typeof before === 'string') return enumerated.test(field) ? ['unknown-value'] : [];
  if (typeof before === 'number') {
    return value === 2 ** 60 && /(total|Count|totalPages|page|issueNumber)$/.test(field) ? ['unknown-value'] : [];
  }
  return ['missing-field', 'unknown-field', 'wrong-type'];
}

async function outcomeOf({ call }: Endpoint, body: unknown) {
  const drift: Drift[] = [];
  const hooks = { onDrift: (finding: Drift) => void drift.push(finding) };
  const { client } = scripted([json(body)], { hooks });
  const settled = await Promise.resolve(call(client)).then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  return { ...settled, drift };
}

/** Checks an outcome against the rule, and returns the drift. */
async function checkRule(name: string, endpoint: Endpoint, body: unknown, where: string): Promise<Drift[]> {
  const { value, error, drift } = await outcomeOf(endpoint, body);
  if (isRejected(name, body)) {
    expect(error, where).toBeInstanceOf(UnexpectedResponseError);
    return [];
  }
  expect(error, where).toBeUndefined();
  const { data } = body as { data: unknown };
  const isItem = !Array.isArray(endpoint.body['data']);
  const given = isItem ? value : (value as { data: unknown }).data;
  expect(given, where).toEqual(Array.isArray(data) ? data.filter(isObject) : data);
  return drift;
}

describe.each(Object.entries(endpoints))('%s', (name, endpoint) => {
  test('has no drift if its response follows v1', async () => {
    expect(await checkRule(name, endpoint, endpoint.body, 'nothing replaced')).toEqual([]);
  });

  test('follows the tolerance rule for any replaced member', async () => {
    for (const path of pathsIn(endpoint.body)) {
      // The short run replaces those of the first entry.
      if (!isLong && path[1] === 1) continue;
      for (const [what, value] of Object.entries(replacements)) {
        if (value === nothing && (path.length === 0 || typeof path.at(-1) === 'number')) continue;
        const body = replaced(endpoint.body, path, value);
        const where = `${path.join('.') || 'the body'} is ${what}`;
        const drift = await checkRule(name, endpoint, body, where);
        if (isRejected(name, body)) continue;
        const kinds = kindsOf(name, path, valueAt(endpoint.body, path), value);
        const place = path
          .map((key) => (typeof key === 'number' ? '[]' : `.${key}`))
          .join('')
          .slice(1);
        expect(drift.length > 0, where).toBe(kinds.length > 0);
        for (const finding of drift) {
          expect(kinds, where).toContain(finding.kind);
          expect(finding.path.startsWith(place), `${where}: ${finding.path}`).toBe(true);
        }
      }
    }
  });
});

const anything = fc.oneof(
  fc.constantFrom(...Object.values(replacements), 0, -1, '', '2026-04-01 09:30:00', { toString: 1, valueOf: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
);
const changes = fc.array(fc.tuple(fc.nat(), anything), { minLength: 1, maxLength: 4 });

function changed(body: unknown, replacing: readonly (readonly [number, unknown])[]): unknown {
  return replacing.reduce((now, [index, value]) => {
    const paths = pathsIn(now);
    return replaced(now, paths[index % paths.length] ?? [], value);
  }, body);
}

test('the tolerance rule holds for any number of replaced members and any values', async () => {
  const names = fc.constantFrom(...Object.keys(endpoints));
  await fc.assert(
    fc.asyncProperty(names, changes, async (name, replacing) => {
      const endpoint = endpoints[name] as Endpoint;
      // As it arrives: JSON has no `undefined` and no -0.
      const body: unknown = JSON.parse(JSON.stringify(changed(endpoint.body, replacing) ?? null));
      await checkRule(name, endpoint, body, JSON.stringify(body));
    }),
    { numRuns: runs(5, 10_000), seed: firstSeed },
  );
});

const callers: Record<string, (client: IssueTrackingClient) => Promise<unknown>> = {
  toArray: (client) => client.issues.list('prj_web').toArray(),
  page: async (client) => client.issues.list('prj_web'),
  context: (client) => client.issues.context('prj_web', 7),
  waitFor: (client) => client.issues.waitFor('prj_web', 7, { status: 'closed' }, { deadline: 20_000 }),
  update: (client) => client.issues.update('prj_web', 7, { status: 'open' }),
  create: (client) => client.issues.comments.create('prj_web', 7, { content: 'x' }, { onLostResponse: 'check' }),
};

/** Name of the endpoint that a request is for. */
function endpointOf({ method, url }: Request): string {
  const [, part = ''] = /\/issues\/?\d*\/?([\w-]*)$/.exec(new URL(url).pathname) ?? [];
  if (part === 'comments') return method === 'GET' ? 'issues.comments.list' : 'issues.comments.create';
  if (part !== '') return `issues.${part.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase())}`;
  if (/issues$/.test(new URL(url).pathname)) return 'issues.list';
  return method === 'GET' ? 'issues.get' : 'issues.update';
}

test('calls with several requests end with a result or an error of the package', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(callers)),
      changes,
      fc.boolean(),
      async (caller, replacing, isLost) => {
        const step: Step = (request) => {
          if (isLost && request.method !== 'GET') throw new TypeError('fetch failed');
          return json(changed(endpoints[endpointOf(request)]?.body, replacing) ?? null);
        };
        const { client } = scripted([step]);
        await callers[caller]?.(client).catch((error: unknown) => {
          if (!(error instanceof IssueTrackingError)) throw error;
        });
      },
    ),
    { numRuns: runs(5, 10_000), seed: firstSeed },
  );
});

describe('a comment whose response was lost', () => {
  test.each([
    ['has no total', { data: [comment('a', 'x')] }],
    ['has a total that is no count', { data: [comment('a', 'x')], total: '1' }],
    ['has comments without an id', { data: [{ ...comment('a', 'x'), id: null }], total: 1 }],
    ['has an entry that is no object', { data: [comment('a', 'x'), null], total: 2 }],
  ])('is not sent again if the list %s', async (_, body) => {
    const step: Step = ({ method }) => {
      if (method === 'GET') return json(body);
      throw new TypeError('fetch failed');
    };
    const { client, requests } = scripted([step]);
    const options = { onLostResponse: 'check' } as const;
    const created = client.issues.comments.create('prj_web', 7, { content: 'mine' }, options);
    await expect(created).rejects.toMatchObject({ name: 'ConnectionError', mayHaveBeenApplied: true });
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

test('an iteration returns every issue even if a timestamp is a number', async () => {
  const pages = [
    [1, 2],
    [3, 4],
    [4, 5],
    [1, 6],
  ];
  let reads = 0;
  const { client } = scripted([
    () => {
      const data = (pages[reads++ % 4] ?? []).map((n) => ({ ...listItem(n), createdAt: n === 1 ? 3000 : at }));
      return json({ data, total: 4, page: 1, totalPages: 2 });
    },
  ]);
  const issues = await client.issues.list('prj_web', { limit: 2 }).toArray();
  expect(issues.map(({ issueNumber }) => issueNumber)).toEqual(expect.arrayContaining([1, 2, 3, 4]));
});

describe('a value that cannot be converted to a string', () => {
  const unprintable = { toString: 1, valueOf: 1 };

  test('as a status lets waitFor time out normally', async () => {
    const { client } = scripted([json({ data: issue({ status: unprintable }) })]);
    const wait = client.issues.waitFor('prj_web', 7, { status: 'closed' }, { deadline: 20_000 });
    await expect(wait).rejects.toMatchObject({
      name: 'TimeoutError',
      message: expect.stringContaining('it is unknown'),
    });
  });

  test('as a timestamp does not end an iteration', async () => {
    const items = [listItem(1), { ...listItem(2), createdAt: unprintable }];
    const { client } = scripted([json({ data: items, total: 2, page: 1, totalPages: 1 })]);
    expect(await client.issues.list('prj_web').toArray()).toHaveLength(2);
  });
});
