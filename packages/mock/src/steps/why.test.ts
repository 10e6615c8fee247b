import { expect, test, vi } from 'vitest';
import { service } from '../../test/fixture.ts';
import type { RejectionReason } from '../platform/http/http-error.ts';

type Service = ReturnType<typeof service>;

/** The steps that didn't simply pass, as `step outcome: text`, and the behavior option of each. */
function told({ mock }: Service) {
  return mock
    .why()
    .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped')
    .map(({ step, outcome, text, behavior }) => [
      `${step} ${outcome}`,
      text,
      ...(behavior ? [behavior.name, behavior.choice] : []),
    ]);
}

test('why() explains a successful request step by step, in the order of the steps', async () => {
  const it = service({ rateLimit: { requests: 5 } });
  await it.patch('/projects/prj_web/issues/1', { priority: 'low' });
  expect(it.mock.why().map(({ step, outcome, text }) => [step, outcome, text])).toEqual([
    ['key', 'passed', 'The credential acme (svc_…) is valid.'],
    ['fault', 'skipped', 'No fault applied.'],
    ['rate limit', 'passed', 'Below the rate limit of 5 requests in a minute.'],
    ['scope', 'passed', 'The credential has the scope issues:write.'],
    ['content', 'passed', 'Body and content type are JSON.'],
    ['parameters', 'passed', 'Path and query are well-formed.'],
    ['target', 'passed', 'The issue exists.'],
    ['body', 'passed', 'The members of the body are valid.'],
    ['handler', 'passed', 'Changed priority: high → low. The response is 200.'],
  ]);
});

test('why() shows all steps after a rejection as skipped', async () => {
  const it = service();
  await it.as('svc_none').get('/projects/prj_web/issues');
  expect(it.mock.why().map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
    'key passed',
    'fault skipped',
    'rate limit passed',
    'scope rejected',
    'parameters skipped',
    'target skipped',
    'handler skipped',
  ]);
});

test.each<[string, (it: Service) => Promise<unknown>, string, RejectionReason, RegExp, string?, unknown?]>([
  [
    'an unknown path',
    ({ get }) => get('/project'),
    'route',
    'no such path',
    /nearest endpoint is GET \/api\/v1\/projects\./,
  ],
  ['a wrong method', ({ send }) => send('DELETE', '/projects'), 'route', 'wrong method', /This path takes GET/],
  ['a missing credential', ({ as }) => as(null).get('/projects'), 'key', 'no key', /no Authorization/],
  [
    'an unknown key',
    ({ as }) => as('svc_unknown').get('/projects'),
    'key',
    'wrong key',
    /no API key or access token svc_…\. It is failed authentication 1 of 5 /,
  ],
  [
    'an expired key',
    ({ as }) => as('svc_expired').get('/projects'),
    'key',
    'expired key',
    /API key expired on 2026-05-01T11:59:59.999Z/,
  ],
  [
    'a missing scope',
    ({ as }) => as('svc_only_issues:read').get('/projects'),
    'scope',
    'scope',
    /needs the scope projects:read; the credential has issues:read/,
  ],
  ['a malformed query', ({ get }) => get('/projects/prj_web/issues?limit=x'), 'parameters', 'input', /^limit must be/],
  [
    'a repeated parameter',
    ({ get }) => get('/projects/prj_web/issues?page=1&page=2'),
    'parameters',
    'input',
    /page must be given once/,
  ],
  ['a malformed path', ({ get }) => get('/projects/prj_web/issues/one'), 'parameters', 'input', /issueNumber must be/],
  [
    'a foreign project',
    ({ get }) => get('/projects/prj_globex/issues'),
    'target',
    'not found',
    /prj_globex exists, but in an/,
  ],
  [
    'an unknown issue',
    ({ get }) => get('/projects/prj_web/issues/99'),
    'target',
    'not found',
    /prj_web has no issue 99/,
  ],
  [
    'a status that the API cannot set',
    ({ patch }) => patch('/projects/prj_web/issues/1', { status: 'verified' }),
    'handler',
    'status',
    /does not set verified/,
    'statusRejection',
    { status: 403 },
  ],
  [
    'a wrong content type',
    ({ send }) =>
      send('PATCH', '/projects/prj_web/issues/1', { body: '{}', headers: { 'content-type': 'text/plain' } }),
    'content',
    'input',
    /^content-type must be/,
  ],
  [
    'an invalid member',
    ({ patch }) => patch('/projects/prj_web/issues/1', { priority: 'none' }),
    'body',
    'input',
    /^priority must be/,
  ],
  [
    'an empty comment',
    ({ post }) => post('/projects/prj_web/issues/1/comments', { content: '' }),
    'handler',
    'input',
    /^content/,
  ],
])('why() explains %s, and the log has the reason', async (_what, ask, step, reason, text, behavior, choice) => {
  const it = service();
  await ask(it);
  expect(told(it)).toEqual([
    [`${step} rejected`, expect.stringMatching(text), ...(behavior ? [behavior, choice] : [])],
  ]);
  expect(it.mock.requests.last()?.reason).toBe(reason);
});

test('the log has no reason for a success, even with a fault', async () => {
  const it = service();
  it.mock.faults.add({ headers: { 'x-slow': '1' }, when: 'arrival' });
  await it.get('/projects');
  expect(it.mock.requests.last()).toMatchObject({ status: 200, faultId: expect.any(String) });
  expect(it.mock.requests.last()).not.toHaveProperty('reason');
});

test('why() explains a 429 with the rate limit and the remaining time', async () => {
  const it = service({ rateLimit: { requests: 1 } });
  await it.get('/projects');
  await it.get('/projects');
  expect(told(it)).toEqual([
    [
      'rate limit rejected',
      expect.stringMatching(
        /reached its rate limit of 1 request in a minute\. The next request is accepted in a minute/,
      ),
    ],
  ]);
  expect(it.mock.requests.last()?.reason).toBe('rate limit');
});

test('why() explains a lockout [AUTH-7]', async () => {
  const it = service();
  for (let failure = 0; failure < 6; failure++) await it.as('svc_unknown').get('/projects');
  expect(told(it)).toEqual([
    ['key rejected', expect.stringMatching(/locked out for 15 minutes: it had 5 failed authentications in 15 minutes/)],
  ]);
  expect(it.mock.requests.last()?.reason).toBe('locked out');
});

test('why() explains a fault at the step of its application, with its effect', async () => {
  const it = service();
  it.mock.faults.add({ status: 503, headers: { 'retry-after': '2' } });
  await it.get('/projects');
  expect(it.mock.why().map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
    'key passed',
    'fault rejected',
    'rate limit skipped',
    'scope skipped',
    'parameters skipped',
    'handler skipped',
  ]);
  expect(told(it)).toMatchObject([
    ['fault rejected', 'fault-1 responded with 503, set retry-after, without any effect.'],
  ]);
  it.mock.faults.add({ when: 'after', status: 500 });
  await it.get('/projects/prj_web/issues/99');
  expect(told(it)).toMatchObject([
    ['fault changed', 'fault-2 responded with 500, after the effect.'],
    ['target rejected', 'Project prj_web has no issue 99.'],
  ]);
  expect(it.mock.requests.last()?.reason).toBe('fault');
  it.mock.faults.add({ when: 'arrival', drop: true });
  await expect(it.as(null).get('/projects')).rejects.toThrow();
  expect(it.mock.why()[0]).toEqual({
    step: 'arrival',
    outcome: 'rejected',
    text: 'fault-3 ended the connection without a response, without any effect.',
  });
});

test('why() shows the effect of a request whose response a fault replaced', async () => {
  const it = service();
  it.mock.faults.add({ endpoint: 'issues.comments.create', when: 'after', drop: true });
  await expect(it.post('/projects/prj_web/issues/1/comments', { content: 'Seen' })).rejects.toThrow();
  expect(it.mock.why().at(-1)).toEqual({
    step: 'handler',
    outcome: 'passed',
    text: 'The comment was added. A fault replaced the response.',
  });
});

test.each([
  ['failing', 'arrival rejected', /^The scenario failing responded with 500, without any effect\.$/],
  ['offline', 'arrival rejected', /^The scenario offline ended the connection/],
  ['rateLimited', 'fault rejected', /^The scenario rateLimited responded with 429/],
  ['forbidden', 'fault rejected', /^The scenario forbidden responded with 403/],
  ['empty', 'handler changed', /empty/],
] as const)('why() explains the scenario %s', async (scenario, outcome, text) => {
  const it = service();
  it.mock.scenario = scenario;
  await it.get('/projects').catch(() => {});
  expect(told(it)).toMatchObject([[outcome, expect.stringMatching(text)]]);
  expect(it.mock.requests.last()?.reason).toBe(scenario === 'empty' ? undefined : 'scenario');
});

test('why() has a route step only for HEAD', async () => {
  const it = service();
  await it.send('HEAD', '/projects');
  expect(it.mock.why()[0]).toMatchObject({ step: 'route', text: 'HEAD is handled as GET, without a body.' });
  await it.get('/projects');
  expect(it.mock.why()[0]?.step).toBe('key');
});

test('why() explains a latency with its duration', async () => {
  const it = service();
  it.mock.settings.change({ latencyMs: 1 });
  await it.get('/projects');
  expect(told(it)).toEqual([['latency changed', 'The response was held back for 1 ms.']]);
});

test('why() shows the open steps of a request in progress as skipped', async () => {
  const it = service();
  it.mock.faults.add({ delayMs: 1000, status: 503 });
  const answer = it.get('/projects');
  await it.mock.clock.advance(0);
  expect(
    it.mock
      .why()
      .map(({ step, outcome }) => `${step} ${outcome}`)
      .slice(0, 3),
  ).toEqual(['key passed', 'fault skipped', 'rate limit skipped']);
  await it.mock.clock.advance(1000);
  expect((await answer).status).toBe(503);
});

test('why() explains the decisions of the time of the request, until the log is cleared', async () => {
  const it = service();
  await it.as('svc_new').get('/projects');
  const [entry] = it.mock.requests.all();
  it.mock.world.apiKeys.create({ organizationId: '00000000-0000-4000-8000-00000000000a', key: 'svc_new' });
  it.mock.settings.change({ behavior: { lockout: 'source' } });
  expect(it.mock.why(entry)).toContainEqual(
    expect.objectContaining({ text: expect.stringMatching(/^The mock has no API key or access token svc_…\./) }),
  );
  it.mock.requests.clear();
  expect(() => it.mock.why(entry)).toThrow('The request is not in the log');
  expect(() => it.mock.why()).toThrow('The request log is empty.');
  await it.get('/projects/prj_web');
  expect(() => it.mock.why(entry)).toThrow('The request is not in the log');
  expect(it.mock.why({ number: 1 })).toEqual(it.mock.why());
});

test('why() explains a failure of a function that the mock was given', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const it = service();
  it.mock.faults.add({
    status: 500,
    matches() {
      throw new Error('not written yet');
    },
  });
  await it.get('/projects');
  expect(told(it)).toContainEqual(['fault rejected', expect.stringMatching(/or a function passed to it/)]);
  expect(it.mock.requests.last()?.reason).toBe('failure');
});

test('why() never contains a credential', async () => {
  const it = service();
  await it.as('oat_ada').get('/projects/oat_ada/issues');
  expect(JSON.stringify(it.mock.why())).not.toContain('oat_ada');
  await it.get('/projects/svc_secret_of_somebody/issues');
  await it.as('svc_secret_of_another').get('/projects');
  for (const entry of it.mock.requests.all()) expect(JSON.stringify(it.mock.why(entry))).not.toMatch(/svc_secret/);
});

test('why() explains a 401 with the masked credential and the number of failures [AUTH-7]', async () => {
  const it = service();
  const texts: string[] = [];
  for (let failure = 0; failure < 5; failure++) {
    await it.as('svc_from_an_old_config').get('/projects');
    texts.push(String(it.mock.why()[0]?.text));
  }
  expect(texts[0]).toBe(
    'The mock has no API key or access token svc_…nfig. It is failed authentication 1 of 5 that the source may have in 15 minutes.',
  );
  expect(texts[4]).toMatch(/It is failed authentication 5 of 5 .*; the next one locks the source out\.$/);
});
