import { capturedLists, capturedNames, captured as parts } from '@issue-tracking/model';
import { type Drift, IssueTrackingClient, type IssueTrackingError } from '@issue-tracking/sdk';
import { describe, expect, test } from 'vitest';
import { issue } from '../../test/support/records.ts';
import { errorResponse, json, never, scripted } from '../../test/support/scripted-service.ts';

const techContext = {
  browserInfo: { name: 'Chrome', version: '141' },
  osInfo: { name: 'macOS', version: '15' },
  viewportSize: { width: 1440, height: 900 },
  cssSelector: '#pay',
  elementStyles: { display: 'none' },
  reactComponentTree: ['App>Checkout'],
};

describe('issues.context', () => {
  const part = ({ url }: Request) => url.split('/').at(-1) ?? '';
  const counts = Object.keys(issue().metadataSummary).map((name) => [name, 2]);
  const captured = issue({ metadataSummary: Object.fromEntries(counts) });
  const singles = capturedNames.filter((name) => !parts[name].many).map((name) => parts[name].segment);
  const answer = (request: Request) => {
    if (part(request) === '7') return json({ data: captured });
    if (part(request) === 'tech-context') return json({ data: techContext });
    return json(singles.includes(part(request)) ? { data: null } : { data: [], total: 0 });
  };

  test('reads all parts, and those with counts after the issue [EP-8] [EP-11] [EP-13] [EP-14] [EP-15] [EP-16] [EP-17]', async () => {
    const { client, requests } = scripted([answer]);
    // Proves the key, which is done alone.
    await client.issues.get('prj_web', 7);
    const context = client.issues.context('prj_web', 7);
    await new Promise((resolve) => setImmediate(resolve));
    const sent = requests.slice(1).map(part);
    const [counted, others] = [true, false].map((has) =>
      capturedNames.filter((name) => (parts[name].count !== undefined) === has).map((name) => parts[name].segment),
    );
    const first = ['7', 'comments', ...(others ?? [])];
    expect(sent.slice(0, first.length)).toEqual(first);
    expect(sent.slice(first.length).sort()).toEqual(counted?.sort());
    const lists = capturedLists.map((name) => [name, []]);
    expect(await context).toMatchObject({ issue: captured, comments: [], techContext, ...Object.fromEntries(lists) });
  });

  test('rejects with the error of the first part that fails, and aborts the others', async () => {
    const aborted: string[] = [];
    const steps = [
      answer,
      (request: Request, signal: AbortSignal) => {
        if (part(request) === '7') return json({ data: captured });
        if (part(request) === 'screenshots') return errorResponse(403, 'Insufficient scope');
        signal.addEventListener('abort', () => aborted.push(part(request)));
        return never(request, signal);
      },
    ];
    const { client } = scripted(steps, { lockoutProtection: false });
    await client.issues.get('prj_web', 7);
    await expect(client.issues.context('prj_web', 7)).rejects.toMatchObject({
      name: 'PermissionError',
      endpoint: 'issues.screenshots',
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(aborted).toHaveLength(capturedNames.length);
  });

  test("rejects with an AbortError whose cause is the signal's reason", async () => {
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const { client } = scripted([never], { hooks: { onRequest: () => setImmediate(() => controller.abort(reason)) } });
    await expect(client.issues.context('prj_web', 7, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
      cause: reason,
    });
    await expect(client.issues.context('prj_web', 7, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
      cause: reason,
    });
  });

  describe('with a deadline', () => {
    /** A service that takes a while for the issue and for the parts that are read after it. */
    function slow(ms: number) {
      const service = scripted([
        async (request, signal) => {
          const isLate = ['7', 'screenshots', 'user-actions'].includes(part(request));
          await service.clock.sleep(isLate ? ms : 5, signal);
          return answer(request);
        },
      ]);
      return service;
    }

    test('parts that are read after the issue have no deadline of their own', async () => {
      const { client, elapsed } = slow(1_200);
      const context = client.issues.context('prj_web', 7, { deadline: 2_000 });
      await expect(context).rejects.toMatchObject({
        name: 'TimeoutError',
        option: 'deadline',
        limitMs: 2_000,
        path: '/api/v1/projects/prj_web/issues/7',
        sent: true,
      });
      expect(elapsed()).toBe(2_000);
    });

    test('the error has the attempts of all parts, those in flight included', async () => {
      const { client, requests } = slow(60_000);
      await client.projects.list();
      const context = client.issues.context('prj_web', 7, { deadline: 2_000 });
      const error = await context.catch((reason: IssueTrackingError) => reason);
      expect(error).toMatchObject({ name: 'TimeoutError', endpoint: 'issues.get' });
      const { attempts } = error as IssueTrackingError;
      expect(attempts).toHaveLength(requests.length - 1);
      expect(attempts.filter((attempt) => attempt.error === 'AbortError')).toHaveLength(1);
    });

    test('is in time if all parts are', async () => {
      const { client } = slow(900);
      await expect(client.issues.context('prj_web', 7, { deadline: 2_000 })).resolves.toMatchObject({ comments: [] });
    });
  });

  test('skips lists that are counted, such as screenshots and user actions, if the issue counts none [RES-4]', async () => {
    const none = issue({ metadataSummary: Object.fromEntries(counts.map(([name]) => [name, 0])) });
    const { client, requests } = scripted([
      (request) => (part(request) === '7' ? json({ data: none }) : answer(request)),
    ]);
    expect(await client.issues.context('prj_web', 7)).toMatchObject({ issue: none, screenshots: [], userActions: [] });
    const uncounted = capturedNames.filter((name) => parts[name].count === undefined);
    expect(requests.map(part)).toEqual(['7', 'comments', ...uncounted.map((name) => parts[name].segment)]);
  });

  test('requests included parts even if the issue counts none [RES-4]', async () => {
    const none = issue({ metadataSummary: { ...captured.metadataSummary, screenshotCount: 0 } });
    const { client, requests } = scripted([
      (request) => (part(request) === '7' ? json({ data: none }) : answer(request)),
    ]);
    const { screenshots } = await client.issues.context('prj_web', 7, { include: ['screenshots'] });
    expect(screenshots).toEqual((await client.issues.screenshots('prj_web', 7)).data);
    expect(requests.map(part)).toEqual(['7', 'screenshots', 'screenshots']);
  });

  test('requests all parts if the issue has no counts', async () => {
    for (const metadataSummary of [null, 'none', undefined]) {
      const { client, requests } = scripted([
        (request) => (part(request) === '7' ? json({ data: issue({ metadataSummary }) }) : answer(request)),
      ]);
      await client.issues.context('prj_web', 7);
      expect(requests).toHaveLength(2 + capturedNames.length);
    }
  });

  test('with include requests and returns only the included parts, and rejects unknown ones', async () => {
    const { client, requests } = scripted([answer]);
    expect(await client.issues.context('prj_web', 7, { include: ['comments', 'techContext'] })).toEqual({
      issue: captured,
      comments: [],
      techContext,
    });
    expect(requests.map(part)).toEqual(['7', 'comments', 'tech-context']);
    expect(await client.issues.context('prj_web', 7, { include: [] })).toEqual({ issue: captured });
    expect(requests).toHaveLength(4);
    for (const include of [['coments'], 'comments', ['issue'], [['comments']]]) {
      await expect(client.issues.context('prj_web', 7, { include: include as [] }), `${include}`).rejects.toMatchObject(
        {
          name: 'InvalidArgumentError',
          details: [{ field: 'include', message: expect.stringContaining('must be one of: comments, consoleLogs,') }],
        },
      );
    }
    expect(requests).toHaveLength(4);
  });

  test('rejects with all wrong arguments at once', async () => {
    const { client, requests } = scripted([answer]);
    await expect(client.issues.context('..', 0)).rejects.toMatchObject({
      details: [{ field: 'projectId' }, { field: 'issueNumber' }],
    });
    expect(requests).toHaveLength(0);
  });

  test('returns empty lists and a null technical context for parts that were not captured', async () => {
    const bare = (request: Request) => {
      if (part(request) === '7') return json({ data: captured });
      if (part(request) === 'comments') return json({ data: [], total: 0 });
      if (part(request) === 'tech-context') return json({ data: null });
      if (part(request) === 'user-actions') return json({ data: null });
      return part(request) === 'screenshots' ? new Response(null, { status: 204 }) : errorResponse(404, 'Not captured');
    };
    expect(await scripted([bare]).client.issues.context('prj_web', 7)).toEqual({
      issue: captured,
      comments: [],
      ...Object.fromEntries(capturedNames.map((name) => [name, parts[name].many ? [] : null])),
    });
  });

  test('rejects if the issue does not exist, or if a part has the wrong type', async () => {
    const { client } = scripted([errorResponse(404, 'Issue not found')]);
    await expect(client.issues.context('prj_web', 7)).rejects.toMatchObject({ status: 404, endpoint: 'issues.get' });
    const wrong = scripted([(request) => (part(request) === 'tech-context' ? json({ data: 42 }) : answer(request))]);
    await expect(wrong.client.issues.context('prj_web', 7)).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
      endpoint: 'issues.techContext',
    });
  });

  test('returns null for a technical context of null [GAP-59]', async () => {
    const drift: Drift[] = [];
    const { client } = scripted(
      [(request) => (part(request) === 'tech-context' ? json({ data: null }) : answer(request))],
      { hooks: { onDrift: (finding) => drift.push(finding) } },
    );
    expect(await client.issues.context('prj_web', 7)).toMatchObject({ techContext: null });
    expect(await client.issues.techContext('prj_web', 7)).toBeNull();
    expect(drift).toEqual([]);
  });

  test('skips a list entry that is not an object', async () => {
    const entry = { level: 'error', message: 'm', source: null, timestamp: 'today' };
    const { client } = scripted([
      (request) => (part(request) === 'console-logs' ? json({ data: [null, entry], total: 2 }) : answer(request)),
    ]);
    expect(await client.issues.context('prj_web', 7)).toMatchObject({ consoleLogs: [entry] });
  });
});

test('a context aborted with a request in flight rejects with `sent: true`', async () => {
  const controller = new AbortController();
  const fetch = () => {
    queueMicrotask(() => controller.abort());
    return new Promise<Response>(() => {});
  };
  const client = new IssueTrackingClient({ baseUrl: 'https://issues.test', apiKey: 'svc_a', fetch });
  const context = client.issues.context('prj_web', 1, { signal: controller.signal });
  await expect(context).rejects.toMatchObject({ name: 'AbortError', sent: true });
});
