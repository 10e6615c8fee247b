import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createMock } from '@issue-tracking/mock';
import { describe, expect, test } from 'vitest';
import { token } from '../../../tools/spec-service/data.ts';
import { ErrorResponse } from '../../../tools/spec-service/wire.ts';
import { compareReport } from '../src/commands/reports.ts';
import { around, type BrokenService, responses, result, successes } from './broken-services/broken-service.ts';
import { choices } from './choices.ts';
import { brokenIn, onSpecIssue, type Report, type ReportedRule } from './compare-broken-service.ts';
import { onIssue, run, runOnSpec, serviceOf, specService, worlds } from './fixture.ts';

/** Compares a changed service. */
async function compareWith(breaks: BrokenService['breaks'], flags: string[] = [], env: Record<string, string> = {}) {
  const spec = specService();
  breaks(spec.service);
  const { code, out, error } = await runOnSpec(spec, ['compare', '--json', ...flags], { env });
  const report: Report =
    out === '' ? { rules: [], undecided: {}, drift: [], warnings: [], requests: 0 } : JSON.parse(out);
  const rule = (id: string) => report.rules.find((one) => one.id === id) as ReportedRule;
  return { code, error, report, rule, broken: brokenIn(report).map(({ id }) => id), spec };
}

const nothing = () => {};

describe('the report', () => {
  test('lists the probes that showed each rule, in text and in JSON', async () => {
    const { code, rule, report } = await compareWith(nothing, onSpecIssue);
    expect(code).toBe(0);
    expect(rule('EP-6')).toMatchObject({
      verdict: 'pass',
      seen: { 'status open': 1, 'priority low': 1, label: 1, 'word of a title': 1, 'word of a description': 1 },
      open: {},
    });
    expect(compareReport.safeParse(report).error).toBeUndefined();
    const { out } = await runOnSpec(specService(), ['compare', ...onSpecIssue]);
    expect(out).toMatch(/✓ pass +EP-6 .*\(\d\d probes\)\n/);
    expect(out).toMatch(/· not-tested {4}LIM-1 .*\(a test would use up the rate, which other clients need\)\n/);
    // A new rule changes how many are not tested.
    expect(out).toMatch(/4\d rules passed, 0 failed, 0 inconclusive, \d+ not tested; /);
  });

  test('shows a rule as inconclusive if the data lacks an example for a probe', async () => {
    const { rule } = await compareWith((s) => {
      for (const issue of s.data.projects[0]?.issues ?? []) Object.assign(issue, { description: '', labels: [] });
    });
    const why = 'no issue that was read shows it';
    expect(rule('EP-6')).toMatchObject({
      verdict: 'inconclusive',
      seen: { 'word of a title': 1 },
      open: { label: why, 'word of a description': why },
    });
  });

  test('without --write names --write as the reason why rules about writes were not tested', async () => {
    const { rule, report } = await compareWith(nothing);
    const why = 'only a write shows it: --project ID --issue N --write';
    expect(rule('STA-3')).toMatchObject({ verdict: 'not-tested', why });
    expect(rule('ERR-2')).toMatchObject({
      verdict: 'inconclusive',
      seen: { 'limit=101': 1 },
      open: { 'broken JSON': why },
    });
    expect(report.undecided['commentStatus']).toBe(why);
  });

  test('shows STA-3 as inconclusive if the service rejects a transition [GAP-4]', async () => {
    const { rule, broken } = await compareWith((s) => {
      const { update } = s;
      s.update = (issueOf, body) => {
        if (body.status === 'blocked') throw new ErrorResponse(409, { error: 'Not from here' });
        return update(issueOf, body);
      };
    }, onSpecIssue);
    expect(broken).toEqual([]);
    expect(rule('STA-3')).toMatchObject({
      verdict: 'inconclusive',
      open: { both: 'the response is 409, which the specification leaves open' },
    });
  });

  test('shows the total of a list that may be truncated as inconclusive, and a wrong total of a complete list as a violation [GAP-50] [RES-4]', async () => {
    const cut = await compareWith((s) => {
      const { list } = s;
      s.list = (entries) => ({ ...list(entries), data: entries.slice(0, 2) });
    });
    expect(cut.broken).toEqual([]);
    expect(cut.rule('EP-11')).toMatchObject({
      verdict: 'inconclusive',
      open: { total: expect.stringContaining('the list may be truncated') },
    });
    const tooMany = await compareWith(
      successes(
        ({ path }) => path.endsWith('/user-actions'),
        (json) => json.total++,
      ),
    );
    expect(tooMany.broken).toEqual(['EP-17']);
    expect(tooMany.rule('EP-17').why).toBe('userActions: total is 6, expected 5');
  });
});

describe('a run with wrong settings or a limited key', () => {
  test.each([
    [['--project', 'nope'], {}, 'Unknown project nope: the credential sees p-shop, p-office'],
    [['--project', 'nope', '--issue', '1', '--write'], {}, 'Unknown project nope'],
    [['--project', 'p-shop', '--issue', '99', '--write'], {}, 'Unknown issue 99 in project p-shop'],
    [[], { ISSUE_TRACKING_API_KEY: 'svc_readsIssuesOnly4e2a' }, 'lacks the scope projects:read: pass --project ID'],
    [[], { ISSUE_TRACKING_API_KEY: 'svc_readsProjectsOnly4e' }, 'lacks the scope issues:read'],
    [[], { ISSUE_TRACKING_API_KEY: 'svc_nobodyKnowsThisOne4' }, 'credential rejected; stopping'],
    [
      ['--base-url', 'https://tracker.example/issues/v2'],
      {},
      'No Issue Tracking API at https://tracker.example/issues/v2',
    ],
  ])('ends with an error and no violation: %j %j', async (flags, env: Record<string, string>, message) => {
    const { code, error, broken } = await compareWith(nothing, flags, env);
    expect([code, broken]).toEqual([2, []]);
    expect(error).toContain(message);
  });

  test.each([
    ['an HTML page', { status: 200, json: '<h1>Hello</h1>', headers: { 'content-type': 'text/html' } }],
    ['a redirect', { status: 302, json: '', headers: { location: 'https://elsewhere.example/' } }],
    ['an error of a proxy', { status: 404, json: 'no such host', headers: { 'content-type': 'text/plain' } }],
  ])('ends with an error and no violation if the base URL returns %s', async (_name, response) => {
    const { code, error, broken } = await compareWith(around('sent', () => () => response));
    expect([code, broken]).toEqual([2, []]);
    expect(error).toMatch(/is not the address of the API|No Issue Tracking API at/);
  });

  test('ends early if the key lacks issues:write, and reports its findings so far', async () => {
    const { code, error, broken, rule, spec } = await compareWith(nothing, onSpecIssue, {
      ISSUE_TRACKING_API_KEY: 'svc_readsEverything4e2a',
    });
    expect([code, broken]).toEqual([2, []]);
    expect(error).toContain('run ended early: the credential lacks the scope issues:write; nothing was changed');
    expect(rule('EP-6').verdict).toBe('pass');
    expect(rule('AUTH-4')).toMatchObject({ verdict: 'pass', seen: expect.anything() });
    expect(spec.service.data.projects[0]?.issues[0]).toMatchObject({ status: 'open' });
  });

  test('succeeds without projects:read if --project names the project', async () => {
    const { code, rule, broken } = await compareWith(nothing, ['--project', 'p-shop'], {
      ISSUE_TRACKING_API_KEY: 'svc_readsIssuesOnly4e2a',
    });
    expect([code, broken]).toEqual([0, []]);
    expect(rule('EP-6').verdict).toBe('pass');
    expect(rule('RES-1').verdict).toBe('not-tested');
  });
});

test('compare accepts an access token, whose projects may belong to several organizations [EP-3]', async () => {
  const env = { ISSUE_TRACKING_API_KEY: '', ISSUE_TRACKING_ACCESS_TOKEN: token };
  const { code, rule, broken } = await compareWith(nothing, [], env);
  expect([code, broken]).toEqual([0, []]);
  expect(rule('RES-1')).toMatchObject({ verdict: 'pass', seen: { 'projects.list': expect.any(Number) } });
  expect(rule('EP-2')).toMatchObject({ verdict: 'not-tested', why: 'the rule is about API keys' });
});

test('members and values that v1 does not have are reported as drift, with their endpoint and path [VER-2]', async () => {
  const { code, report, broken } = await compareWith((s) => {
    const { issueJson } = s;
    s.issueJson = (issue) => ({ ...issueJson(issue), severity: 1 });
    successes(
      ({ path }) => path.endsWith('/console-logs'),
      ({ data }) => {
        for (const entry of data) if (entry.level === 'log') entry.level = 'debug';
      },
    )(s);
  });
  expect(report.drift).toEqual([
    { endpoint: 'issues.get', kind: 'unknown-field', path: 'data.severity' },
    { endpoint: 'issues.consoleLogs', kind: 'unknown-value', path: 'data[].level', value: 'debug' },
  ]);
  expect([code, broken[0]]).toEqual([1, 'RES-6']);
});

test('a Date header in whole seconds does not make times of the service count as future [GEN-4]', async () => {
  const { rule } = await compareWith((s) => {
    responses(
      () => true,
      ({ headers }) => {
        headers['date'] = new Date(s.now()).toUTCString();
      },
    )(s);
    const { now } = s;
    let passed = 0;
    s.now = () => now() + 500 + passed++ / 10;
  }, onSpecIssue);
  expect(rule('GEN-4')).toMatchObject({ verdict: 'pass', seen: { comment: 1 } });
});

test('a wrong member is reported as a violation of one rule only [EP-5]', async () => {
  const { broken } = await compareWith(result('pageJson', (json) => ({ ...json, page: '1' })));
  expect(broken).toEqual(['EP-5']);
});

test('the text report shows the problem, the request and the response of a violation, without colours outside a terminal', async () => {
  const spec = specService();
  spec.service.page.most = 500;
  const { out } = await runOnSpec(spec, ['compare']);
  expect(out).toMatch(
    /✗ fail {10}EP-7 .*\n {4}limit=101: the status is 200, expected 400\n {4}GET \/api\/v1\/projects\/p-shop\/issues\?limit=101\n {4}→ 200 \{/,
  );
  expect(out).not.toContain('\u001b');
});

test('a report has a table of the behavior options, and each line fits the terminal, with colours unless NO_COLOR is set, and 0 columns count as 80', async () => {
  for (const [columns, env] of [
    [80, { NO_COLOR: '1' }],
    [0, {}],
  ] as const) {
    const { out } = await run(serviceOf(worlds.rich()), ['compare'], { terminal: true, columns, env });
    const isPainted = out.includes('\u001b');
    expect(isPainted).toBe(!('NO_COLOR' in env));
    const text = stripVTControlCharacters(out);
    expect(text).toMatch(/✓ issueOrder +"newest" {2}the mock's default\n/);
    expect(text).toMatch(/\? lockout +undecided: a test would lock out all clients at this\s+address\n/);
    const lines = text.trimEnd().split('\n');
    const longest = Math.max(...lines.map((line) => line.length));
    expect([longest <= 80, longest > 60]).toEqual([true, true]);
  }
});

test('the first line says at once what a run does, and no run sends many more requests', async () => {
  for (const [flags, text, most] of [
    [['--project', 'prj_web'], /^Sends about 90 requests to .*: about 2 minutes. It changes nothing.\n/, 95],
    [onIssue(), /^Sends about 125 requests to .*: about 3 minutes. It changes the test issue and restores it.\n/, 132],
  ] as const) {
    const mock = serviceOf(worlds.rich());
    let first = '';
    const fetch: typeof globalThis.fetch = (input, init) => {
      first ||= printed;
      return mock.fetch(input, init);
    };
    let printed = '';
    const onError = (line: string) => {
      printed += line;
    };
    await run(mock, ['compare', ...flags], { fetch, onError });
    expect(first).toMatch(text);
    expect(mock.requests.all().length).toBeLessThanOrEqual(most);
  }
});

test('a run that cannot begin prints the reason and no list of untested rules', async () => {
  const { code, out, error } = await run(serviceOf(worlds.sparse()), ['compare'], {
    env: { ISSUE_TRACKING_API_KEY: 'svc_wrong' },
  });
  expect(code).toBe(2);
  expect(error).toContain('run ended early: GET /api/v1/projects returned 401');
  expect(out).not.toContain('not-tested  ');
});

test('a run that a 429 ends prints when to retry [LIM-2] [ERR-6]', async () => {
  const fetch: typeof globalThis.fetch = async () =>
    Response.json({ error: 'Rate limit exceeded' }, { status: 429, headers: { 'retry-after': '17' } });
  const { code, error } = await run(serviceOf(worlds.sparse()), ['compare'], { fetch });
  expect(code).toBe(2);
  expect(error).toContain('429: the request rate of the credential is used up; retry in 17 seconds');
});

test('a lockout of the address makes AUTH-3 inconclusive, and the run ends normally [AUTH-7]', async () => {
  const { code, rule } = await compareWith((s) => {
    s.failures.most = 0;
  });
  expect(code).toBe(0);
  expect(rule('AUTH-3')).toMatchObject({
    verdict: 'inconclusive',
    open: { 'no credential': 'this address is locked out for now' },
  });
});

test('compare writes nothing to an issue whose response does not match v1', async () => {
  const mock = serviceOf(worlds.rich());
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await mock.fetch(input, init);
    return /prj_web\/issues\/1$/.test(String(input)) ? Response.json((await response.json()).data) : response;
  };
  const { code, error } = await run(mock, ['compare', ...onIssue()], { fetch });
  expect(code).toBe(1);
  expect(error).toContain('!!! Issue 1 of prj_web is not as v1 describes it, so nothing was written to it.');
  expect(mock.requests.find(({ method }) => method !== 'GET')).toEqual([]);
});

test('missing technical contexts make the rules about them inconclusive [EP-16] [GAP-59]', async () => {
  const { rule, report } = await compareWith((s) => {
    s.techContext = () => {
      throw new ErrorResponse(404, { error: 'Nothing was captured' });
    };
  });
  const why = 'the response is 404: it may not have been captured';
  for (const id of ['EP-16', 'RES-9'])
    expect(rule(id)).toMatchObject({ verdict: 'inconclusive', open: { 'technical context': why } });
  expect(report.behavior).toMatchObject({ missingTechContext: 404 });
});

test('what the specification leaves open is inconclusive, with the response of the service [GEN-3] [EP-7]', async () => {
  const { rule, broken } = await compareWith((s) => {
    s.isJson = (type) => type === 'application/json';
    choices['limits and pages below 1 are the default']?.(s);
  }, onSpecIssue);
  expect(broken).toEqual([]);
  const left = (status: number) => `the response is ${status}, which the specification leaves open`;
  expect(rule('EP-7')).toMatchObject({ verdict: 'inconclusive', open: { 'limit=0': left(200) } });
  expect(rule('GEN-3')).toMatchObject({ verdict: 'inconclusive', open: { 'a charset': left(400) } });
});

test('an id that is no path segment is neither chosen nor requested', async () => {
  const { code, spec } = await compareWith((s) => {
    const [first] = s.data.projects;
    if (first) first.id = '..';
  });
  expect(code).toBe(0);
  expect(spec.service.log.filter(({ path }) => !path.startsWith('/api/v1/projects'))).toEqual([]);
});

test('--options writes the behavior options as a file that the mock takes', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'issue-tracking-options-')), 'options.json');
  const mock = serviceOf(worlds.rich(), { issueOrder: 'oldest' });
  expect((await run(mock, ['compare', '--options', file])).code).toBe(0);
  const { behavior, ...others } = JSON.parse(readFileSync(file, 'utf8'));
  expect([behavior.issueOrder, others]).toEqual(['oldest', {}]);
  createMock({ behavior });
});
