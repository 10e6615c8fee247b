import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Behavior, createMock, type Mock, virtualClock } from '@issue-tracking/mock';
import { captured, capturedNames } from '@issue-tracking/model';
import { afterAll, describe, expect, test } from 'vitest';
import { apiKey, now, run, serviceOf, sparseWorld, worlds } from './fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-pull-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `world-${files++}.json`);
/** The requests of a pull: the project, its list, and each issue with its comments and what was captured. */
const requestsFor = (issues: number) => 2 + issues * (2 + capturedNames.length);
const pullTo = (file: string, ...more: string[]) => ['pull', '--project', 'prj_web', '-o', file, ...more];

/** A smaller copy of the rich world: each request is one that a test interrupts. */
function smallWorld() {
  const world = worlds.rich();
  const [project] = world.organizations?.[0]?.projects ?? [];
  if (project) project.issues = project.issues?.slice(0, 4) ?? [];
  return world;
}

async function get(mock: Mock, path: string, key: string) {
  const response = await mock.fetch(`${mock.baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: await response.text() };
}

/** The copy, served with the same behavior. */
function copyOf(file: string, behavior: Partial<Behavior> = {}): Mock {
  const world = JSON.parse(readFileSync(file, 'utf8'));
  return createMock({ world, behavior, clock: virtualClock({ now }), rateLimit: false });
}

async function everyResponse(mock: Mock, key: string) {
  const base = '/projects/prj_web/issues';
  const queries = ['', '?status=open', '?priority=high&limit=5', '?q=the', '?limit=2&page=2', '?label=bug'];
  const numbers = [1, 2, 3, 4, 17, 40, 900];
  const segments = capturedNames.map((name) => `/${captured[name].segment}`);
  const parts = ['', '/comments', ...segments, '/console-logs?level=error'];
  const paths = [
    ...queries.map((query) => base + query),
    ...numbers.flatMap((number) => parts.map((part) => `${base}/${number}${part}`)),
  ];
  return Promise.all(paths.map(async (path) => ({ path, ...(await get(mock, path, key)) })));
}

const read: { name: string; behavior: Partial<Behavior> }[] = [
  { name: 'the defaults', behavior: {} },
  { name: 'absent values as null', behavior: { absentValues: 'null' } },
  { name: 'absent values omitted', behavior: { absentValues: 'omitted' } },
  { name: 'other orders', behavior: { issueOrder: 'updated', commentOrder: 'newest' } },
  {
    name: 'a reporter in list items and no total of projects',
    behavior: { listItem: 'reporter', projectsTotal: false },
  },
  { name: 'labels in list items', behavior: { listItem: 'labels' } },
];

describe.each(read)('with $name', ({ behavior }) => {
  test('a mock with the pulled world sends the same responses as the service [RES-11] [VER-2]', async () => {
    const file = newFile();
    const service = createMock({
      world: worlds.rich(),
      behavior,
      clock: virtualClock({ now, auto: true }),
      rateLimit: false,
    });
    const { code, out } = await run(service, pullTo(file));
    expect([code, out]).toEqual([0, expect.stringContaining(`41 issues, ${requestsFor(41)} requests`)]);
    expect(await everyResponse(copyOf(file, behavior), 'svc_mock')).toEqual(await everyResponse(service, apiKey));
  });
});

test('a pull that fails or is interrupted at any request writes nothing', async () => {
  for (const how of ['fails', 'interrupted'])
    for (let at = 1; at <= requestsFor(4); at += 3) {
      const file = newFile();
      writeFileSync(file, 'old');
      const mock = serviceOf(smallWorld());
      let stop = () => {};
      let sent = 0;
      const fetch: typeof globalThis.fetch = async (input, init) => {
        if (++sent === at && how === 'fails') throw new TypeError('fetch failed');
        if (sent === at) stop();
        return mock.fetch(input, init);
      };
      const onStart = (end: () => void) => {
        stop = end;
      };
      const { code } = await run(mock, pullTo(file), { fetch, onStart });
      expect([at, code]).toEqual([at, how === 'fails' ? 2 : 130]);
      expect([readFileSync(file, 'utf8'), existsSync(`${file}.part`)]).toEqual(['old', false]);
    }
});

test('pull uses at most half of the rate, and says first how long it takes [LIM-1]', async () => {
  const mock = serviceOf(worlds.rich());
  const { error } = await run(mock, pullTo(newFile()));
  const minutes = Math.ceil(requestsFor(41) / 50);
  expect(error).toContain(`41 issues, at half the request rate: about ${minutes} minutes\n`);
  const times = mock.requests.all().map(({ at }) => at);
  expect(times).toHaveLength(requestsFor(41));
  for (const [i, at] of times.entries())
    expect(times.slice(i).filter((other) => other < at + 60_000).length).toBeLessThanOrEqual(50);
});

test('after a 429, pull waits for Retry-After and shows the remaining time [LIM-2] [ERR-6]', async () => {
  const mock = serviceOf(smallWorld());
  let sent = 0;
  const fetch: typeof globalThis.fetch = async (input, init) =>
    ++sent === 12
      ? Response.json({ error: 'Rate limit exceeded' }, { status: 429, headers: { 'retry-after': '45' } })
      : mock.fetch(input, init);
  const began = mock.clock.now();
  const { code, error } = await run(mock, pullTo(newFile()), { fetch, terminal: true, env: { NO_COLOR: '1' } });
  expect([code, sent]).toEqual([0, requestsFor(4) + 1]);
  expect(mock.clock.now() - began).toBeGreaterThanOrEqual(45_000);
  expect(error).toMatch(/waiting 45 s: Retry-After of a 429 · 1\/4 issues/);
});

test('the file gets mode 600, an existing one too, and a symbolic link is not followed', async () => {
  const file = newFile();
  writeFileSync(file, 'old', { mode: 0o644 });
  symlinkSync(join(folder, 'victim'), `${file}.part`);
  expect((await run(serviceOf(smallWorld()), pullTo(file))).code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(existsSync(join(folder, 'victim'))).toBe(false);
});

test('a file that cannot be written is an error before the first request', async () => {
  const mock = serviceOf(smallWorld());
  const file = newFile();
  mkdirSync(file);
  for (const [path, code] of [
    [file, 'EISDIR'],
    [join(folder, 'none', 'world.json'), 'ENOENT'],
  ] as const) {
    const { code: exitCode, error } = await run(mock, pullTo(path));
    expect([exitCode, error]).toEqual([2, expect.stringContaining(`${path} can't be written (${code})`)]);
  }
  expect(mock.requests.all()).toEqual([]);
});

test('a pull of an unknown project is an error, and a failing service is an error', async () => {
  const mock = serviceOf(smallWorld());
  const file = newFile();
  const { code, error } = await run(mock, ['pull', '--project', 'prj_none', '-o', file]);
  expect([code, existsSync(file)]).toEqual([2, false]);
  expect(error).toContain('Unknown project prj_none: the credential sees ');
  expect((await run(mock, pullTo(file))).code).toBe(0);
  const fail: typeof globalThis.fetch = async () => Response.json({ error: 'no' }, { status: 500 });
  expect((await run(mock, pullTo(newFile()), { fetch: fail })).error).toContain('returned 500');
});

test('pull ends a list at the first page without new issues, whatever its totalPages', async () => {
  const mock = serviceOf(smallWorld());
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await mock.fetch(String(input).replace(/&page=\d+/, ''), init);
    const json = await response.json();
    return Response.json('totalPages' in json ? { ...json, totalPages: 1e9 } : json);
  };
  expect(await run(mock, pullTo(newFile()), { fetch })).toMatchObject({ code: 0 });
});

test('--since leaves out issues whose last change is earlier', async () => {
  const mock = serviceOf(worlds.rich());
  const file = newFile();
  const list = await get(mock, '/projects/prj_web/issues?limit=100', apiKey);
  const all: { updatedAt: string }[] = JSON.parse(list.body).data;
  const middle = all.map(({ updatedAt }) => updatedAt).sort()[30] ?? '';
  await run(mock, pullTo(file, '--since', middle));
  const { issues } = JSON.parse(readFileSync(file, 'utf8')).organizations[0].projects[0];
  expect(issues).toHaveLength(all.filter(({ updatedAt }) => updatedAt >= middle).length);
});

test.each([
  [['pull', '-o', 'x'], 'pull needs a project: pass --project ID'],
  [['pull', '--project', 'p'], 'pull needs a file to write: pass -o world.json'],
  [['pull', '--project', '..', '-o', 'x'], '--project must be a non-empty identifier without'],
  [
    ['pull', '--project', 'p', '-o', 'x', '--since', 'soon'],
    `--since must be a date such as 2026-10-01 or 2026-10-01T09:00:00Z, found "soon"`,
  ],
])('the arguments %j are an error: %s', async (argv, message) => {
  const { code, error } = await run(serviceOf(sparseWorld()), argv);
  expect([code, error]).toEqual([2, expect.stringContaining(message)]);
});
