// biome-ignore-all lint/suspicious/noExplicitAny: worlds are read as they were written.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type Mock, type Readings, virtualClock } from '@issue-tracking/mock';
import { afterAll, describe, expect, test } from 'vitest';
import { apiKey, now, run, serviceOf, sparseWorld, worlds } from './fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-pull-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `world-${files++}.json`);
const pullTo = (file: string, ...more: string[]) => ['pull', '--project', 'prj_web', '-o', file, ...more];

/** A smaller copy of the rich world: each request is one that a test interrupts. */
function smallWorld() {
  const world = worlds.rich();
  const [project] = world.organizations?.[0]?.projects ?? [];
  if (project) project.issues = project.issues?.slice(0, 4) ?? [];
  return world;
}

async function ask(mock: Mock, path: string, key: string) {
  const response = await mock.fetch(`${mock.baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: await response.json() };
}

/** The copy, served under the same readings. */
function copyOf(file: string, readings: Partial<Readings> = {}): Mock {
  const world = JSON.parse(readFileSync(file, 'utf8'));
  return createMock({ world, readings, clock: virtualClock({ now }), rateLimit: false });
}

async function everyAnswer(mock: Mock, key: string) {
  const base = '/projects/prj_web/issues';
  const queries = ['', '?status=open', '?priority=high&limit=5', '?q=the', '?limit=2&page=2', '?label=bug'];
  const numbers = [1, 2, 3, 4, 17, 40, 900];
  const parts = [
    '',
    '/comments',
    '/console-logs',
    '/console-logs?level=error',
    '/network-logs',
    '/screenshots',
    '/tech-context',
    '/user-actions',
  ];
  const paths = [
    ...queries.map((query) => base + query),
    ...numbers.flatMap((number) => parts.map((part) => `${base}/${number}${part}`)),
  ];
  return Promise.all(paths.map(async (path) => ({ path, ...(await ask(mock, path, key)) })));
}

const read: { name: string; readings: Partial<Readings> }[] = [
  { name: 'the defaults', readings: {} },
  { name: 'null for what is absent', readings: { absentValues: 'null' } },
  { name: 'nothing for what is absent', readings: { absentValues: 'omitted' } },
  { name: 'other orders', readings: { issueOrder: 'updated', commentOrder: 'newest', entryOrder: 'newest' } },
  { name: 'one set of fields', readings: { listItem: 'reporter', projectsTotal: false } },
  { name: 'the other set', readings: { listItem: 'labels', counts: 'all' } },
];

describe.each(read)('with $name', ({ readings }) => {
  test('the copy serves every answer as the service does [RES-11] [VER-2]', async () => {
    const file = newFile();
    const service = createMock({
      world: worlds.rich(),
      readings,
      clock: virtualClock({ now, auto: true }),
      rateLimit: false,
    });
    const { code, out } = await run(service, pullTo(file));
    expect([code, out]).toEqual([0, expect.stringContaining('41 issues, 289 requests')]);
    expect(await everyAnswer(copyOf(file, readings), 'svc_mock')).toEqual(await everyAnswer(service, apiKey));
    expect(existsSync(`${file}.journal`)).toBe(false);
  });
});

// It copies the project sixty times over.
test('interrupted at any request and begun again, it ends with the same file, and asks for nothing twice', {
  timeout: 60_000,
}, async () => {
  const whole = newFile();
  const service = serviceOf(smallWorld());
  await run(service, pullTo(whole));
  const total = service.requests.all().length;
  expect(total).toBe(2 + 4 * 7);
  for (let at = 1; at <= total; at++) {
    const file = newFile();
    const mock = serviceOf(smallWorld());
    let sent = 0;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (++sent === at) throw new TypeError('fetch failed');
      return mock.fetch(input, init);
    };
    const first = await run(mock, pullTo(file), { fetch });
    expect([at, first.code, existsSync(file)]).toEqual([at, 2, false]);
    if (at > 1)
      expect(first.error).toContain(
        `${at - 1} answers are kept in ${file}.journal: the same command goes on from there.`,
      );
    expect([at, (await run(mock, pullTo(file))).code]).toEqual([at, 0]);
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(whole, 'utf8'));
    expect([at, mock.requests.all().length]).toEqual([at, total]);
  }
});

test('Ctrl-C keeps what was copied', async () => {
  const file = newFile();
  const mock = serviceOf(smallWorld());
  let stop = () => {};
  let sent = 0;
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (++sent === 10) stop();
    return mock.fetch(input, init);
  };
  const onStart = (end: () => void) => {
    stop = end;
  };
  const { code, error } = await run(mock, pullTo(file), { fetch, onStart });
  expect(code).toBe(2);
  // The client still wants to know the status of the one under way.
  expect(error).toMatch(/it was interrupted\. (9|10) answers are kept/);
});

test('never more than half of the rate, over interruptions too; the time is told before [LIM-1]', async () => {
  const file = newFile();
  const mock = serviceOf(worlds.rich());
  let sent = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (++sent === 45) throw new TypeError('fetch failed');
    return mock.fetch(input, init);
  };
  const began = mock.clock.now();
  const { error } = await run(mock, pullTo(file), { fetch });
  await run(mock, pullTo(file));
  expect(error).toContain('41 issues, at half of the request rate: about 6 minutes for what is left\n');
  expect((mock.clock.now() - began) / 60_000).toBeLessThan(9);
  const times = mock.requests.all().map(({ at }) => at);
  expect(times).toHaveLength(289);
  for (const [i, at] of times.entries())
    expect(times.slice(i).filter((other) => other < at + 60_000).length).toBeLessThanOrEqual(50);
});

test('after a 429 nothing more is sent, and what was copied is kept [LIM-2]', async () => {
  const mock = serviceOf(smallWorld());
  let sent = 0;
  const fetch: typeof globalThis.fetch = async (input, init) =>
    ++sent === 12
      ? Response.json({ error: 'Rate limit exceeded' }, { status: 429, headers: { 'retry-after': '1' } })
      : mock.fetch(input, init);
  const { code, error } = await run(mock, pullTo(newFile()), { fetch });
  expect([code, sent]).toEqual([2, 12]);
  expect(error).toContain("the key's request rate is used up. 11 answers are kept");
});

/** What people wrote and who they are; words of fewer letters stand anywhere. */
function textsIn(value: unknown, found: string[] = []): string[] {
  if (typeof value === 'string') found.push(value);
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) textsIn(member, found);
  return found;
}

test('anonymised twice it is the same file, of the same shape, without an original text', async () => {
  const files = [newFile(), newFile(), newFile()] as const;
  await run(serviceOf(worlds.rich()), pullTo(files[0]));
  await run(serviceOf(worlds.rich()), pullTo(files[1], '--anonymize'));
  await run(serviceOf(worlds.rich()), pullTo(files[2], '--anonymize'));
  const [original, one, two] = files.map((file) => readFileSync(file, 'utf8')) as [string, string, string];
  expect(one).toBe(two);
  const [before, after] = [original, one].map((text) => JSON.parse(text).organizations[0]) as [any, any];
  const personal = ({
    title,
    description,
    reporterName,
    assigneeName,
    assignees,
    labels,
    pageUrl,
    comments,
    consoleLogs,
    networkLogs,
    screenshots,
    userActions,
    techContext,
  }: any) => [
    ...textsIn([title, description, reporterName, assigneeName, assignees, labels, pageUrl]),
    ...textsIn(comments.map(({ content, authorName }: any) => [content, authorName])),
    ...textsIn(consoleLogs.map(({ message, source }: any) => [message, source])),
    ...textsIn([...networkLogs, ...screenshots].map(({ url }: any) => url)),
    ...textsIn(userActions.map(({ target, text }: any) => [target, text])),
    ...textsIn([techContext?.cssSelector, techContext?.reactComponentTree]),
  ];
  const texts = [
    before.name,
    before.slug,
    ...before.projects.flatMap(({ name, slug, description, issues }: any) => [
      name,
      slug,
      description,
      ...issues.flatMap(personal),
    ]),
  ];
  const words = new Set(texts.flatMap((text: string) => text?.toLowerCase().match(/\p{L}{4,}/gu) ?? []));
  for (const shown of ['https', 'http', 'host', 'example']) words.delete(shown);
  const left = after.projects.flatMap(({ name, slug, description, issues }: any) => [
    name,
    slug,
    description,
    ...issues.flatMap(personal),
  ]);
  const found = new Set(left.flatMap((text: string) => text?.toLowerCase().match(/\p{L}{4,}/gu) ?? []));
  expect(words.size).toBeGreaterThan(500);
  expect([...words].filter((word) => found.has(word))).toEqual([]);
  // Same shape: states, times and counts as they were, texts of the same length and case.
  const shape = ({ issues }: any) =>
    issues.map(({ title, status, priority, createdAt, metadataSummary, comments }: any) => [
      title.length,
      title
        .replace(/\p{Lu}/gu, 'X')
        .replace(/[\p{Ll}\p{Lo}]/gu, 'x')
        .replace(/\d/g, '0'),
      status,
      priority,
      createdAt,
      metadataSummary,
      comments.length,
    ]);
  expect(after.projects.map(shape)).toEqual(before.projects.map(shape));
  expect(copyOf(files[1]).requests.all()).toEqual([]);
});

test('a name is the same wherever it stands', async () => {
  const world = sparseWorld();
  const [project] = world.organizations?.[0]?.projects ?? [];
  if (project)
    project.issues = [
      {
        title: 'Grace can not pay',
        reporterName: 'Grace Hopper',
        pageUrl: 'https://shop.acme.example:8080/pay?user=grace',
        labels: ['Pay'],
      },
    ];
  const file = newFile();
  await run(serviceOf(world), pullTo(file, '--anonymize'));
  const [issue] = JSON.parse(readFileSync(file, 'utf8')).organizations[0].projects[0].issues;
  const [grace, hopper] = issue.reporterName.split(' ');
  expect(grace).toMatch(/^[A-Z][a-z]{4}$/);
  expect(hopper).toMatch(/^[A-Z][a-z]{5}$/);
  expect(issue.title).toMatch(new RegExp(`^${grace} \\w{3} \\w{3} \\w{3}$`));
  expect(issue.pageUrl).toBe(
    `https://host1.example:8080/${issue.labels[0].toLowerCase()}?${issue.pageUrl.split(/[?=]/)[1]}=${grace.toLowerCase()}`,
  );
});

test('--since leaves out what was changed before', async () => {
  const mock = serviceOf(worlds.rich());
  const file = newFile();
  const all = (await ask(mock, '/projects/prj_web/issues?limit=100', apiKey)).body.data as { updatedAt: string }[];
  const middle = all.map(({ updatedAt }) => updatedAt).sort()[30] ?? '';
  await run(mock, pullTo(file, '--since', middle));
  const { issues } = JSON.parse(readFileSync(file, 'utf8')).organizations[0].projects[0];
  expect(issues).toHaveLength(all.filter(({ updatedAt }) => updatedAt >= middle).length);
});

test.each([
  [['pull', '-o', 'x'], 'pull needs a project: --project ID'],
  [['pull', '--project', 'p'], 'pull needs a file to write: -o world.json'],
  [['pull', '--project', 'p', '-o', 'x', '--since', 'soon'], `--since can't be "soon"`],
])('%j is refused: %s', async (argv, message) => {
  const { code, error } = await run(serviceOf(sparseWorld()), argv);
  expect([code, error]).toEqual([2, expect.stringContaining(message)]);
});

test('a journal of another copy is not mixed in, and a project that is not there is named', async () => {
  const mock = serviceOf(smallWorld());
  const file = newFile();
  const fail: typeof globalThis.fetch = async () => Response.json({ error: 'no' }, { status: 500 });
  const { error } = await run(mock, ['pull', '--project', 'prj_none', '-o', file]);
  expect(error).toContain('There is no project prj_none: the key sees prj_web');
  const other = await run(mock, pullTo(file));
  expect([other.code, other.error]).toEqual([2, expect.stringContaining('is the journal of another copy')]);
  expect((await run(mock, pullTo(newFile()), { fetch: fail })).error).toContain('was answered 500');
});
