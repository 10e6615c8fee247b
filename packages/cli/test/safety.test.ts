import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mock } from '@issue-tracking/mock';
import { afterAll, describe, expect, test } from 'vitest';
import { isLong, runs, some } from '../../../tools/testing/seeds.ts';
import { apiKey, onIssue, run, serviceOf, sparseWorld, worlds } from './fixture.ts';
import { deadEnd, round, services } from './services.ts';

const restored = { status: 'open', priority: 'high' };

/** A service with few issues, of which the first is as `restored` says. */
function ready(behavior: Parameters<typeof serviceOf>[1] = {}, state: object = restored): Mock {
  const world = worlds.rich();
  const [project] = world.organizations?.[0]?.projects ?? [];
  if (project) project.issues = project.issues?.slice(0, 6) ?? [];
  Object.assign(project?.issues?.[0] ?? {}, state);
  return serviceOf(world, behavior);
}

function issueOf(mock: Mock, issueNumber = 1) {
  const issue = mock.world.issues.find({ projectId: 'prj_web', issueNumber })[0];
  return { status: issue?.status, priority: issue?.priority };
}

async function settled(mock: Mock) {
  // Wait for a lagging service.
  await mock.clock.advance(10_000);
  await mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers: { authorization: `Bearer ${apiKey}` } });
  return issueOf(mock);
}

/** The short run takes every fourth service. */
const measured = services.filter((_, at) => isLong || at % 4 === 0);
/** The distance between the requests at which runs are ended. */
const step = Math.ceil(250 / runs(3, 250));

describe('compare', () => {
  test.each(measured)(
    'with $name sends at most one invalid key and no large request, writes only to the named issue and adds at most two comments [AUTH-7] [GEN-6] [GAP-16]',
    async ({ behavior }) => {
      const mock = ready(behavior);
      let largest = 0;
      const fetch: typeof globalThis.fetch = (input, init) => {
        largest = Math.max(largest, String(input).length, Object(init?.body).length ?? 0);
        return mock.fetch(input, init);
      };
      await run(mock, ['compare', ...onIssue()], { fetch });
      // The size limits of bodies and comments stay untested.
      expect(largest).toBeGreaterThan(50);
      expect(largest).toBeLessThan(500);
      const requests = mock.requests.all();
      expect(requests.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(1);
      expect(requests.filter(({ status }) => status === 429)).toEqual([]);
      const keys = new Set(requests.filter(({ status }) => status !== 401).map(({ credential }) => credential));
      expect([...keys].filter((key) => key !== undefined)).toHaveLength(1);
      const own = '/api/v1/projects/prj_web/issues/1';
      const wrote = requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
      expect(wrote.map(({ path }) => path).filter((path) => !`${path}/`.startsWith(`${own}/`))).toEqual([]);
      expect(new Set(wrote.map(({ method }) => method))).toContain('PATCH');
      expect(wrote.filter(({ method, status }) => method === 'POST' && status !== 400).length).toBeLessThanOrEqual(2);
      for (let at = 0; at < requests.length; at++) {
        const since = requests[at]?.at ?? 0;
        const within = requests.filter((request) => request.at >= since && request.at < since + 60_000);
        expect(within.length).toBeLessThanOrEqual(50);
      }
      if (!('transitions' in behavior)) expect(await settled(mock)).toEqual(restored);
    },
  );

  test('without --write sends only GET and HEAD requests', async () => {
    const mock = ready();
    await run(mock, ['compare', '--project', 'prj_web']);
    expect(mock.requests.find(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
  });

  test.each(['verified', 'closed'])(
    'writes nothing to an issue that is %s, because the API cannot restore that status [STA-5] [STA-6]',
    async (status) => {
      const mock = ready({}, { status });
      const { code, error } = await run(mock, ['compare', ...onIssue()]);
      expect(code).toBe(2);
      expect(error).toContain(`--issue 1 is ${status}, which the API can't restore`);
      expect(mock.requests.all()).toHaveLength(1);
    },
  );

  test('stops after one request with an invalid key [AUTH-7]', async () => {
    const mock = ready();
    const { code, error } = await run(mock, ['compare'], { env: { ISSUE_TRACKING_API_KEY: 'svc_wrong' } });
    expect(code).toBe(2);
    expect(error).toContain('credential rejected; stopping');
    expect(mock.requests.all().map(({ status }) => status)).toEqual([401]);
  });

  test('sends nothing after a 429, and reports an issue that it cannot restore [LIM-2]', {
    timeout: 600_000,
  }, async () => {
    const total = await counted();
    // The last request has no credential, so a 429 for it does not end the run.
    for (let at = 1; at < total; at += step) {
      const mock = ready();
      let sent = 0;
      const fetch: typeof globalThis.fetch = async (input, init) => {
        sent++;
        if (sent === at)
          return Response.json({ error: 'Rate limit exceeded' }, { status: 429, headers: { 'retry-after': '1' } });
        return mock.fetch(input, init);
      };
      const { code, error } = await run(mock, ['compare', ...onIssue()], { fetch });
      expect([at, sent, code]).toEqual([at, at, 2]);
      const isAsBefore = JSON.stringify(issueOf(mock)) === JSON.stringify(restored);
      expect([at, isAsBefore || error.includes('!!! Issue 1 of prj_web could not be restored')]).toEqual([at, true]);
    }
  });

  test('restores the issue and prints its findings when interrupted at any request [STA-3]', {
    timeout: 600_000,
  }, async () => {
    const total = await counted();
    for (let at = 1; at <= total; at += step) {
      const mock = ready();
      let sent = 0;
      let stop = () => {};
      const fetch: typeof globalThis.fetch = (input, init) => {
        sent++;
        if (sent === at) stop();
        return mock.fetch(input, init);
      };
      const onStart = (end: () => void) => {
        stop = end;
      };
      const { code, out } = await run(mock, ['compare', '--json', ...onIssue()], { fetch, onStart });
      expect([at, issueOf(mock)]).toEqual([at, restored]);
      // An interruption at the last request may come too late.
      if (code !== 0) expect([at, code]).toEqual([at, 130]);
      if (at > 1) expect(JSON.parse(out)).toHaveProperty('rules');
    }
  });

  test.each(some(['fix_submitted', 'open', 'in_progress', 'blocked']))(
    'restores the status %s, through other statuses if needed [GAP-4]',
    async (status) => {
      const mock = ready({ transitions: round }, { status, priority: 'low' });
      const { error } = await run(mock, ['compare', ...onIssue()]);
      expect(await settled(mock)).toEqual({ status, priority: 'low' });
      expect(error).not.toContain('!!!');
    },
  );

  test('reports an issue that no transition restores, with the fix [GAP-4]', async () => {
    const mock = ready({ transitions: deadEnd });
    const { code, error } = await run(mock, ['compare', ...onIssue()]);
    expect((await settled(mock)).status).not.toBe('open');
    expect(error).toMatch(
      /!!! Issue 1 of prj_web could not be restored. It was: status open, priority high. It is now: status \w+, priority high. It keeps [12] comments? of this run. Please restore it in the dashboard, or with PATCH \/api\/v1\/projects\/prj_web\/issues\/1 \{"status":"open","priority":"high"\}.\n/,
    );
    expect(code).toBe(1);
  });

  test.each([429, 503, 'interrupted'])(
    'reports the comment that stays if the run ends after adding it (%s)',
    async (how) => {
      const mock = ready();
      let stop = () => {};
      let isAdded = false;
      const fetch: typeof globalThis.fetch = async (input, init) => {
        if (isAdded && how === 429) return Response.json({ error: 'Too many' }, { status: 429 });
        if (isAdded && how === 503) throw new TypeError('fetch failed');
        if (isAdded && how === 'interrupted') stop();
        const response = await mock.fetch(input, init);
        isAdded ||= init?.method === 'POST' && response.status === 201;
        return response;
      };
      const onStart = (end: () => void) => {
        stop = end;
      };
      const { code, error } = await run(mock, ['compare', ...onIssue()], { fetch, onStart });
      expect(code).toBe(how === 'interrupted' ? 130 : 2);
      expect(error).toMatch(/It keeps 1 comment of this run/);
      if (how === 'interrupted') expect(error).toContain('Issue 1 of prj_web is restored: status open, priority high.');
    },
  );

  test('counts a comment whose response has begun when the run is interrupted', async () => {
    const mock = ready();
    let stop = () => {};
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await mock.fetch(input, init);
      if (init?.method !== 'POST') return response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      const pull = (controller: ReadableStreamDefaultController) => {
        stop();
        controller.enqueue(bytes);
        controller.close();
      };
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { status: response.status });
    };
    const onStart = (end: () => void) => {
      stop = end;
    };
    const { code, error } = await run(mock, ['compare', ...onIssue()], { fetch, onStart });
    expect([code, error]).toEqual([130, expect.stringContaining('It keeps 1 comment of this run.')]);
  });

  test('ends when a response never comes, and says so without the key', async () => {
    const mock = ready();
    const fetch: typeof globalThis.fetch = () => new Promise(() => {});
    const { code, error } = await run(mock, ['compare'], { fetch });
    expect([code, error]).toEqual([2, expect.stringContaining('no complete response within the timeout of 30000 ms')]);
    const lost = await run(mock, ['compare'], { fetch: () => Promise.reject(new TypeError(`failed for ${apiKey}`)) });
    expect([lost.code, lost.error.includes(apiKey)]).toEqual([2, false]);
  });

  test('announces its changes and the comments that stay before the first write', async () => {
    const mock = ready();
    let printed = '';
    let printedBefore: string | undefined;
    const fetch: typeof globalThis.fetch = (input, init) => {
      if (init?.method === 'PATCH' || init?.method === 'POST') printedBefore ??= printed;
      return mock.fetch(input, init);
    };
    const onError = (text: string) => {
      printed += text;
    };
    await run(mock, ['compare', ...onIssue()], { fetch, onError });
    expect(printedBefore).toMatch(
      /\nIssue 1 of prj_web will be changed and restored to open, high. It keeps one comment, or more if the service accepts invalid ones: the API can't delete them.\n/,
    );
  });
});

test('a run with --write that an unexpected error ends restores the issue first', async () => {
  const mock = ready();
  let isChanged = false;
  const fetch: typeof globalThis.fetch = (input, init) => {
    isChanged ||= init?.method === 'PATCH';
    return mock.fetch(input, init);
  };
  let thrown = 0;
  const onError = () => {
    if (isChanged && thrown++ === 0) throw new Error('the terminal is gone');
  };
  const running = run(mock, ['compare', ...onIssue()], { fetch, onError, terminal: true });
  await expect(running).rejects.toThrow('the terminal is gone');
  expect(issueOf(mock)).toEqual(restored);
});

test('a run with --write whose responses become too large restores the issue first', async () => {
  const mock = ready();
  let isChanged = false;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await mock.fetch(input, init);
    const isLarge = isChanged;
    isChanged ||= init?.method === 'PATCH';
    return isLarge ? Response.json({ ...(await response.json()), pad: 'x'.repeat(3 * 1024 * 1024) }) : response;
  };
  const { code, error } = await run(mock, ['compare', ...onIssue()], { fetch });
  expect([code, issueOf(mock)]).toEqual([2, restored]);
  expect(error).toContain('the body of the response is too large for this API');
  expect(error).toContain('Issue 1 of prj_web is restored: status open, priority high.');
});

describe('pull', () => {
  const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-never-'));
  const argv = ['pull', '--project', 'prj_web', '-o', join(folder, 'world.json')];
  afterAll(() => rmSync(folder, { recursive: true }));

  test('sends only GET requests, for the project list and the named project, with one key [AUTH-7] [GEN-6]', async () => {
    const mock = ready();
    expect((await run(mock, argv)).code).toBe(0);
    const requests = mock.requests.all();
    expect(new Set(requests.map(({ method, status }) => `${method} ${status}`))).toEqual(new Set(['GET 200']));
    expect(new Set(requests.map(({ credential }) => credential)).size).toBe(1);
    const elsewhere = requests.filter(({ path }) => !path.startsWith('/api/v1/projects/prj_web/issues'));
    expect(new Set(elsewhere.map(({ path }) => path))).toEqual(new Set(['/api/v1/projects']));
  });

  test('stops after one request with an invalid key [AUTH-7]', async () => {
    const mock = ready();
    const { code, error } = await run(mock, argv, { env: { ISSUE_TRACKING_API_KEY: 'svc_wrong' } });
    expect(code).toBe(2);
    expect(error).toContain('401 Missing or invalid credential. Check that the credential is complete');
    expect(mock.requests.all().map(({ status }) => status)).toEqual([401]);
  });
});

test('compare does not print the key, even if an error response repeats it', async () => {
  const mock = serviceOf(sparseWorld());
  const fetch: typeof globalThis.fetch = async () =>
    Response.json({ error: `no such key: ${apiKey}` }, { status: 404 });
  const { out, error } = await run(mock, ['compare', '--json'], { fetch });
  expect(out + error).not.toContain(apiKey);
});

let requests: Promise<number> | undefined;

/** Returns the number of requests that a run sends. */
function counted(): Promise<number> {
  const mock = ready();
  requests ??= run(mock, ['compare', ...onIssue()]).then(() => mock.requests.all().length);
  return requests;
}
