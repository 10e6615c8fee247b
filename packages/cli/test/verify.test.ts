// biome-ignore-all lint/suspicious/noAssignInExpressions: a defect is an assignment and nothing else.
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { defects, withDefect } from './defects.ts';
import { onIssue, run, serviceOf, worlds } from './fixture.ts';
import { services } from './services.ts';

interface Report {
  rules: { id: string; verdict: string; why?: string; request?: string; answer?: string }[];
  drift: object[];
  warnings: string[];
  requests: number;
  ended?: string;
}

const broken = (report: Report) => report.rules.filter(({ verdict }) => verdict === 'broken');

describe.each(Object.entries(worlds))('in a %s world', (_kind, world) => {
  test.each(services)('$name are no breach of a rule', async ({ readings }) => {
    const { out } = await run(serviceOf(world(), readings), ['verify', '--json', ...onIssue()]);
    const report: Report = JSON.parse(out);
    expect(broken(report)).toEqual([]);
    expect(report.drift).toEqual([]);
    expect(report.ended).toBeUndefined();
  });
});

test(`there are at least 40 defects to find`, () => {
  expect(defects.length).toBeGreaterThan(40);
  expect(new Set(defects.map(({ name, rule }) => `${name} ${rule}`)).size).toBe(defects.length);
});

test.each(defects)('$name: $rule is broken', async (defect) => {
  const mock = serviceOf(worlds.rich());
  const { code, out } = await run(mock, ['verify', '--json', ...onIssue()], { fetch: withDefect(mock, defect) });
  const report: Report = JSON.parse(out);
  const found = broken(report).find(({ id }) => id === defect.rule);
  expect(found).toMatchObject({
    why: expect.any(String),
    request: expect.stringContaining('/api/v1/'),
    answer: expect.any(String),
  });
  expect(code).toBe(1);
});

test('what v1 does not know is told as drift, with its place', async () => {
  const mock = serviceOf(worlds.rich());
  const fetch = withDefect(mock, {
    name: 'more',
    rule: 'VER-2',
    after: ({ status, json }, { path }) => {
      if (status === 200 && /issues\/\d+$/.test(path)) json.data.severity = 1;
      if (status === 200 && path.endsWith('/console-logs'))
        json.data.forEach((entry: { level: string }) => void (entry.level = 'debug'));
    },
  });
  const { code, out } = await run(mock, ['verify', '--json'], { fetch });
  expect(JSON.parse(out).drift).toEqual([
    { endpoint: 'issues.get', kind: 'unknown field', path: 'data.severity' },
    { endpoint: 'issues.consoleLogs', kind: 'unknown value', path: 'data[].level', value: 'debug' },
  ]);
  expect(code).toBe(1);
});

test('people get a line for each rule, and for what is broken the request and the answer', async () => {
  const mock = serviceOf(worlds.rich());
  const [defect] = defects.filter(({ name }) => name === 'a page 0');
  const { out } = await run(mock, ['verify'], { fetch: withDefect(mock, defect ?? { name: '', rule: '' }) });
  expect(out).toContain('✓ holds           EP-8    An issue is read by its number in its project.\n');
  expect(out).toMatch(
    /✗ broken {10}EP-7 .*\n +it is outside the range and was not refused\n +GET \/api\/v1\/projects\/prj_web\/issues\?page=0\n +→ 200 \{/,
  );
  expect(out).toMatch(/· not observable {2}LIM-1 .*\(the rate is never used up\)\n/);
  expect(out).not.toContain('\u001b');
  const painted = await run(serviceOf(worlds.rich()), ['verify'], { terminal: true });
  expect(painted.out).toContain('\u001b[32m✓ holds');
});

test('all of it takes fewer requests than half of a minute allows, so that nobody waits', async () => {
  const { out } = await run(serviceOf(worlds.rich()), ['verify', '--json']);
  expect(JSON.parse(out).requests).toBeLessThanOrEqual(50);
});

test('on a narrow terminal every line fits, with or without colours', async () => {
  for (const command of ['verify', 'calibrate']) {
    for (const env of [{ NO_COLOR: '1' }, {}]) {
      const { out } = await run(serviceOf(worlds.rich()), [command], { terminal: true, columns: 80, env });
      const [, ...rest] = stripVTControlCharacters(out).trimEnd().split('\n').toReversed();
      expect([command, Math.max(...rest.map((line) => line.length)) <= 80]).toEqual([command, true]);
    }
  }
});

test('a run that could not begin says why, and no list of what it has not seen', async () => {
  const mock = serviceOf(worlds.sparse());
  const { code, out, error } = await run(mock, ['verify'], { env: { ISSUE_TRACKING_API_KEY: 'svc_wrong' } });
  expect(code).toBe(2);
  expect(error).toContain('it ended early: GET /api/v1/projects was answered 401');
  expect(out).not.toContain('not observable  ');
  expect(out).toContain('56 not observable');
});

test('after a 429 it says when to start again [LIM-2] [ERR-6]', async () => {
  const fetch: typeof globalThis.fetch = async () =>
    Response.json({ error: 'Rate limit exceeded' }, { status: 429, headers: { 'retry-after': '17' } });
  const { error } = await run(serviceOf(worlds.sparse()), ['verify'], { fetch });
  expect(error).toContain("429 (start again in 17 seconds): the key's request rate is used up");
});
