import {
  chmodSync,
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
import type { Mock, World } from '@issue-tracking/mock';
import { captured, capturedNames, limits } from '@issue-tracking/model';
import { afterAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../tools/spec-service/wire.ts';
import { isLong } from '../../../tools/testing/seeds.ts';
import { apiKey, run, serviceOf, sparseWorld, worlds } from './fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-pull-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `world-${files++}.json`);
const issuesOf = ({ organizations }: World) => organizations?.[0]?.projects?.[0]?.issues ?? [];
type Issues = ReturnType<typeof issuesOf>;
/** The requests of a pull: the project, its list, and each issue with its comments and the captured parts that it may have. */
const requestsFor = (issues: Issues) => 2 + issues.reduce((sum, issue) => sum + 2 + partsOf(issue).length, 0);
/** The captured parts, except lists that the issue counts and of which it has none. */
const partsOf = (issue: Issues[number]) =>
  capturedNames.filter((name) => {
    const { count } = captured[name];
    return !count || (count in issue ? Reflect.get(issue, count) > 0 : Object(issue[name]).length > 0);
  });
const pullTo = (file: string, ...more: string[]) => ['pull', '--project', 'prj_web', '-o', file, ...more];

/** A smaller copy of the rich world: each request is one that a test interrupts. */
function smallWorld() {
  const world = worlds.rich();
  const [project] = world.organizations?.[0]?.projects ?? [];
  if (project) project.issues = project.issues?.slice(0, 4) ?? [];
  return world;
}
const smallIssues = issuesOf(smallWorld());
const richIssues = issuesOf(worlds.rich());
const numberOf = ({ issueNumber }: Json) => issueNumber;
/** The time of a change. */
const later = '2026-11-03T09:00:00.000Z';

/** Returns the issues in a file. */
function issuesIn(file: string): Json[] {
  return JSON.parse(readFileSync(file, 'utf8')).organizations[0].projects[0].issues;
}

async function get(mock: Mock, path: string, key: string) {
  const response = await mock.fetch(`${mock.baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: await response.text() };
}

test('a pull that fails or is interrupted at any request writes the issues that it has read, and names the others', async () => {
  for (const how of ['fails', 'interrupted'])
    for (let at = 1; at <= requestsFor(smallIssues); at += isLong ? 1 : 5) {
      const file = newFile();
      const mock = serviceOf(smallWorld());
      let stop = () => {};
      let sent = 0;
      const fetch: typeof globalThis.fetch = async (input, init) => {
        if (++sent >= at && how === 'fails') throw new TypeError('fetch failed');
        if (sent === at) stop();
        return mock.fetch(input, init);
      };
      const onStart = (end: () => void) => {
        stop = end;
      };
      const { code, error } = await run(mock, pullTo(file), { fetch, onStart });
      const read = smallIssues.filter((_, i) => requestsFor(smallIssues.slice(0, i + 1)) < at).map(numberOf);
      expect([at, code]).toEqual([at, how === 'fails' ? 2 : 130]);
      expect([at, existsSync(file), existsSync(`${file}.part`)]).toEqual([at, read.length > 0, false]);
      if (read.length === 0) continue;
      expect(issuesIn(file).map(numberOf)).toEqual(read);
      const [first, last] = [read.length + 1, smallIssues.length];
      expect(error).toContain(`Not read: issues ${first === last ? first : `${first}-${last}`}\n`);
    }
});

test('pull uses at most half of the rate, or --rate, and says first how long it takes [LIM-1]', async () => {
  const most = richIssues.length * (2 + capturedNames.length);
  for (const [rate, flags] of [
    [limits.requests / 2, []],
    [limits.requests, ['--rate', String(limits.requests)]],
  ] as const) {
    const mock = serviceOf(worlds.rich());
    const { error } = await run(mock, pullTo(newFile(), ...flags));
    expect(error).toContain(`41 issues, up to ${most} requests: about ${Math.ceil(most / rate)} minutes\n`);
    const times = mock.requests.all().map(({ at }) => at);
    expect(times).toHaveLength(requestsFor(richIssues));
    const inOneMinute = times.map((at, i) => times.slice(i).filter((other) => other < at + limits.windowMs).length);
    expect(Math.max(...inOneMinute)).toBe(rate);
  }
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
  expect([code, sent]).toEqual([0, requestsFor(smallIssues) + 1]);
  expect(mock.clock.now() - began).toBeGreaterThanOrEqual(45_000);
  expect(error).toMatch(/waiting 4[56] s: Retry-After of a 429 · 1\/4 issues, about 1 minute left/);
});

test('the file gets mode 600, an existing one too, and a symbolic link is not followed', async () => {
  const file = newFile();
  await run(serviceOf(smallWorld()), pullTo(file));
  chmodSync(file, 0o644);
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
  expect((await run(mock, pullTo(newFile()), { fetch: fail })).error).toContain('GET /api/v1/projects: 500 no');
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

test('--since leaves out issues whose last change is earlier, but not from a file that has them', async () => {
  const mock = serviceOf(worlds.rich());
  const all = JSON.parse((await get(mock, '/projects/prj_web/issues?limit=100', apiKey)).body).data as Json[];
  const middle = all.map(({ updatedAt }) => updatedAt).sort()[30] ?? '';
  const file = newFile();
  await run(mock, pullTo(file, '--since', middle));
  expect(issuesIn(file)).toHaveLength(all.filter(({ updatedAt }) => updatedAt >= middle).length);
  await run(mock, pullTo(file));
  await run(mock, pullTo(file, '--since', middle));
  expect(issuesIn(file)).toHaveLength(all.length);
});

describe('pull to the file of an earlier run', () => {
  /** A service, and the file of a first run. */
  async function pulled() {
    const mock = serviceOf(smallWorld());
    const file = newFile();
    await run(mock, pullTo(file));
    mock.requests.clear();
    return { mock, file };
  }

  test('reads only the comments of an issue whose updatedAt is the same [GAP-60]', async () => {
    const { mock, file } = await pulled();
    mock.world.comments.create({ projectId: 'prj_web', issueNumber: 2, content: 'New' });
    const before = issuesIn(file);
    const { code, error } = await run(mock, pullTo(file));
    expect([code, error]).toEqual([
      0,
      expect.stringContaining(`4 issues, up to ${smallIssues.length} requests: about`),
    ]);
    expect(
      mock.requests
        .all()
        .slice(2)
        .map(({ endpoint }) => endpoint),
    ).toEqual(smallIssues.map(() => 'issues.comments.list'));
    const [one, two, ...others] = issuesIn(file);
    expect([one, ...others]).toEqual([before[0], ...before.slice(2)]);
    expect(two.comments).toEqual([...before[1].comments, expect.objectContaining({ content: 'New' })]);
  });

  test('reads a changed issue whole, adds new ones, and removes and names deleted ones', async () => {
    const { mock, file } = await pulled();
    const [first, , , last] = smallIssues.map(numberOf);
    mock.world.issues.update({ projectId: 'prj_web', issueNumber: first }, { title: 'Changed', updatedAt: later });
    const created = mock.world.issues.create({ projectId: 'prj_web', title: 'New' });
    mock.world.issues.delete({ projectId: 'prj_web', issueNumber: last });
    const { code, error } = await run(mock, pullTo(file));
    expect([code, error]).toEqual([0, expect.stringContaining(`the service has none of them: issues ${last}\n`)]);
    const fresh = newFile();
    await run(mock, pullTo(fresh));
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(fresh, 'utf8'));
    expect(issuesIn(file).map(({ title }) => title)).toEqual(expect.arrayContaining(['Changed', created.title]));
  });

  test('keeps edits of an issue whose updatedAt is the same, also of its comments', async () => {
    for (const commentOrder of ['oldest', 'newest'] as const) {
      const mock = serviceOf(smallWorld(), { commentOrder });
      const file = newFile();
      await run(mock, pullTo(file));
      const world = JSON.parse(readFileSync(file, 'utf8'));
      const [issue] = world.organizations[0].projects[0].issues;
      issue.title = 'Edited';
      issue.consoleLogs = [];
      issue.comments = [{ ...issue.comments[0], content: 'Edited' }, ...issue.comments.slice(1), { id: 'own' }];
      writeFileSync(file, JSON.stringify(world));
      mock.world.comments.create({ projectId: 'prj_web', issueNumber: issue.issueNumber, content: 'New' });
      await run(mock, pullTo(file));
      const added = expect.objectContaining({ content: 'New' });
      const comments = commentOrder === 'oldest' ? [...issue.comments, added] : [added, ...issue.comments];
      expect(issuesIn(file)[0]).toEqual({ ...issue, comments });
    }
  });

  test('keeps the earlier copy of issues that it does not reach', async () => {
    const { mock, file } = await pulled();
    const before = issuesIn(file);
    for (const { issueNumber } of before)
      mock.world.issues.update({ projectId: 'prj_web', issueNumber }, { title: 'Changed', updatedAt: later });
    let sent = 0;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (++sent > requestsFor(smallIssues.slice(0, 2))) throw new TypeError('fetch failed');
      return mock.fetch(input, init);
    };
    expect((await run(mock, pullTo(file), { fetch })).code).toBe(2);
    expect(issuesIn(file).map(({ title }) => title)).toEqual([
      'Changed',
      'Changed',
      ...before.slice(2).map(({ title }) => title),
    ]);
  });

  test('with --anonymize reads all, and says so', async () => {
    const { mock, file } = await pulled();
    const { error } = await run(mock, pullTo(file, '--anonymize'));
    expect(error).toContain(`--anonymize reads all issues again, also those that ${file} has`);
    expect(mock.requests.all()).toHaveLength(requestsFor(smallIssues));
  });

  test.each([
    ['text', 'no world'],
    ['another form of a world', JSON.stringify({ organizations: [] })],
    ['an anonymous copy', undefined],
  ])('stops before the first request if the file has %s, and leaves it as it is', async (_, content) => {
    const { mock, file } = await pulled();
    if (content === undefined) await run(mock, pullTo(file, '--anonymize'));
    else writeFileSync(file, content);
    mock.requests.clear();
    const before = readFileSync(file, 'utf8');
    const { code, error } = await run(mock, pullTo(file));
    expect([code, error]).toEqual([2, expect.stringContaining(`${file} must be a copy of project prj_web alone: `)]);
    expect(mock.requests.all()).toEqual([]);
    expect([readFileSync(file, 'utf8'), existsSync(`${file}.part`)]).toEqual([before, false]);
  });
});

test('lists that keep failing are left out and named, and the next run reads only these', async () => {
  const mock = serviceOf(smallWorld());
  const file = newFile();
  const [first, second] = smallIssues.map(numberOf);
  const failing = [`/issues/${first}/console-logs`, `/issues/${second}/console-logs`, `/issues/${second}/tech-context`];
  const fetch: typeof globalThis.fetch = async (input, init) =>
    failing.some((path) => String(input).endsWith(path))
      ? Response.json({ error: 'no' }, { status: 500 })
      : mock.fetch(input, init);
  const { code, out, error } = await run(mock, pullTo(file, '--json'), { fetch });
  expect([code, JSON.parse(out).unread]).toEqual([1, { consoleLogs: [first, second], techContext: [second] }]);
  expect(error).toContain(`Not read: consoleLogs of ${first}-${second}\nNot read: techContext of ${second}\n`);
  expect(issuesIn(file).map((issue) => 'consoleLogs' in issue)).toEqual([false, false, true, true]);
  mock.requests.clear();
  expect((await run(mock, pullTo(file))).code).toBe(0);
  expect(mock.requests.all()).toHaveLength(2 + smallIssues.length + failing.length);
  const whole = newFile();
  await run(mock, pullTo(whole));
  expect(issuesIn(file)).toEqual(issuesIn(whole));
});

test('an issue that keeps failing is left out and named', async () => {
  const mock = serviceOf(smallWorld());
  const file = newFile();
  const [first, ...others] = smallIssues.map(numberOf);
  const fetch: typeof globalThis.fetch = async (input, init) =>
    String(input).endsWith(`/issues/${first}`) ? new Response('<html>', { status: 200 }) : mock.fetch(input, init);
  const { code, error } = await run(mock, pullTo(file), { fetch });
  expect([code, error]).toEqual([1, expect.stringContaining(`Not read: issues ${first}\n`)]);
  expect(issuesIn(file).map(numberOf)).toEqual(others);
});

test.each([
  [['pull', '-o', 'x'], 'pull needs a project: pass --project ID'],
  [['pull', '--project', 'p'], 'pull needs a file to write: pass -o world.json'],
  [['pull', '--project', '..', '-o', 'x'], '--project must be an identifier without'],
  [
    ['pull', '--project', 'p', '-o', 'x', '--since', 'soon'],
    `--since must be a date such as 2026-10-01 or 2026-10-01T09:00:00Z, found "soon"`,
  ],
  ...['0', '101', '1.5', 'fast'].map((rate): [string[], string] => [
    ['pull', '--project', 'p', '-o', 'x', '--rate', rate],
    `--rate must be a whole number of requests a minute from 1 to ${limits.requests}, found "${rate}"`,
  ]),
])('the arguments %j are an error: %s', async (argv, message) => {
  const { code, error } = await run(serviceOf(sparseWorld()), argv);
  expect([code, error]).toEqual([2, expect.stringContaining(message)]);
});
