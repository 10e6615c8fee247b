import '@issue-tracking/mock/matchers';
import { virtualClock } from '@issue-tracking/mock';
import { matchers } from '@issue-tracking/mock/matchers';
import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';

const issue = '/projects/prj_web/issues/1';

/** A mock that has been read and commented on, and has rejected something. */
async function used() {
  const { get, post, mock } = service();
  await get(issue);
  await post(`${issue}/comments`, { content: 'Seen' });
  await post(`${issue}/comments`, { content: 'Fixed in 1.2' });
  return { get, post, mock };
}

/** Returns the message of a failed matcher. */
async function failure(assertion: () => void): Promise<string> {
  try {
    assertion();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The assertion passed');
}

test('toHaveReceived() matches requests by endpoint, members and number', async () => {
  const { mock } = await used();
  expect(mock).toHaveReceived('issues.comments.create');
  expect(mock).toHaveReceived('issues.comments.create', { times: 2 });
  expect(mock).toHaveReceived('issues.comments.create', { times: 1, body: { content: /Fixed/ } });
  expect(mock).toHaveReceived({ method: 'GET', issueNumber: 1, status: 200 });
  expect(mock).not.toHaveReceived('issues.update');
  expect(mock).toHaveReceived('issues.update', { times: 0 });
  expect(mock).not.toHaveReceived('issues.comments.create', { times: 1 });
});

test('toHaveReceived() combines an object with more members, and rejects an invalid number of times', async () => {
  const { mock } = await used();
  expect(mock).not.toHaveReceived({ endpoint: 'issues.get' }, { times: 7 });
  expect(mock).not.toHaveReceived({ endpoint: 'issues.get' }, { status: 404 });
  for (const times of ['1', -1, 0.5, null])
    expect(() => expect(mock).not.toHaveReceived('issues.get', { times: times as never })).toThrow('whole number');
});

test('a failed toHaveReceived() shows the nearest request with its difference, and all requests', async () => {
  const { mock } = await used();
  expect(
    await failure(() => expect(mock).toHaveReceived('issues.comments.create', { body: { content: /Closed/ } })),
  ).toBe(
    `Requests like issues.comments.create { body: { content: /Closed/ } }: 0 received, expected at least 1.

Nearest is request 3, POST /api/v1/projects/prj_web/issues/1/comments:
  body.content is "Fixed in 1.2", not /Closed/

   1  GET   /api/v1/projects/prj_web/issues/1           200  acme (svc_…)
   2  POST  /api/v1/projects/prj_web/issues/1/comments  201  acme (svc_…)
   3  POST  /api/v1/projects/prj_web/issues/1/comments  201  acme (svc_…)`,
  );
  const twice = await failure(() => expect(mock).toHaveReceived('issues.comments.create', { times: 1 }));
  expect(twice).toContain('2 received, expected 1.');
  expect(twice).toContain('→  3  POST');
  expect(await failure(() => expect(mock).not.toHaveReceived('issues.get'))).toContain('1 received, expected');
});

test('a failed matcher shows the name of an API key, not the key', async () => {
  const { mock } = await used();
  const [organization] = mock.world.organizations.find();
  const apiKey = 'svc_0123456789abcdef';
  mock.world.apiKeys.create({ organizationId: organization?.id ?? '', key: apiKey, name: 'acme-ci' });
  const named = await failure(() => expect(mock).toHaveReceived('issues.get', { apiKey }));
  expect(named).toContain('Requests like issues.get { apiKey: acme-ci (svc_…cdef) }: 0 received');
  mock.faults.add({ apiKey, status: 500 });
  const unused = await failure(() => expect(mock).toHaveNoUnusedFaults());
  expect(unused).toContain('- { apiKey: acme-ci (svc_…cdef), status: 500 }');
  expect(named + unused).not.toContain(apiKey);
  const text = await failure(() => expect(mock).toHaveReceived('issues.get', { apiKey: 'svc_another' }));
  expect(text).toContain('{ apiKey: svc_… }');
  expect(text).toContain('apiKey differs: the request has acme (svc_…)');
  expect(text).not.toContain('svc_another');
});

test('toHaveReceivedInOrder() matches requests in order, with others in between', async () => {
  const { mock } = await used();
  const fixed = { endpoint: 'issues.comments.create', body: { content: /Fixed/ } } as const;
  expect(mock).toHaveReceivedInOrder(['issues.get', fixed]);
  expect(mock).not.toHaveReceivedInOrder([fixed, 'issues.get']);
  expect(mock).not.toHaveReceivedInOrder([fixed, fixed]);
  expect(() => expect(mock).toHaveReceivedInOrder([])).toThrow('one request or more');
  const text = await failure(() => expect(mock).toHaveReceivedInOrder(['issues.get', fixed, 'issues.comments.create']));
  expect(text).toContain('issues.comments.create was not received after request');
  expect(text).toContain('. The marked requests came in order.');
  expect(text).toMatch(/It came too early, as request \d\.\n/);
  expect(text).not.toContain('Nearest');
  const typo = { timse: 2 } as object;
  expect(() => expect(mock).toHaveReceived('issues.get', typo)).toThrow('no "timse"; did you mean "times"?');
});

test('toHaveNoErrorResponses() shows error responses with their reason, except those of faults', async () => {
  const { get, mock } = await used();
  expect(mock).toHaveNoErrorResponses();
  mock.faults.add({ status: 500 });
  await get(issue);
  expect(mock).toHaveNoErrorResponses();
  await get('/projects/prj_nothing/issues');
  const text = await failure(() => expect(mock).toHaveNoErrorResponses());
  expect(text).toContain('1 of 5 requests got an error response (marked).');
  expect(text).toMatch(/→ {2}5 {2}GET .* 404 {2}acme \(svc_…\) {2}not found: Project not found$/);
});

test('toHaveNoErrorResponses() fails for an error response that a fault only delays', async () => {
  const { get, mock } = service({ clock: virtualClock({ auto: true }) });
  mock.faults.add({ when: 'arrival', delayMs: 20, times: null });
  await get('/projects');
  expect(mock).toHaveNoErrorResponses();
  await get('/projects/prj_nothing/issues');
  expect(mock).not.toHaveNoErrorResponses();
});

test('toHaveNoWarnings() shows each likely mistake', async () => {
  const { get, mock } = await used();
  expect(mock).toHaveNoWarnings();
  expect(await failure(() => expect(mock).not.toHaveNoWarnings())).toContain('Expected a warning');
  await get('/projects/prj_web/issues?prioritty=high&label=checkut');
  const text = await failure(() => expect(mock).toHaveNoWarnings());
  expect(text).toContain('1 of 4 requests had a likely mistake (marked):');
  expect(text).toContain(
    '4: "prioritty" is not a query parameter of this endpoint and had no effect; did you mean "priority"?',
  );
  expect(text).toContain('There is no issue with the label "checkut"');
  expect(text).toMatch(/→ {2}4 {2}GET/);
});

test('toHaveNoUnusedFaults() shows each fault that applied to no request with the reason', async () => {
  const { get, mock } = service();
  expect(mock).toHaveNoUnusedFaults();
  mock.faults.add({ endpoint: 'issues.list', projectId: 'prj_app', status: 503 });
  expect(await failure(() => expect(mock).toHaveNoUnusedFaults())).toContain(
    'No request with a valid credential and a known path has arrived',
  );
  await get('/projects');
  await get('/projects/prj_web/issues');
  const text = await failure(() => expect(mock).toHaveNoUnusedFaults());
  expect(text).toContain('{ endpoint: "issues.list", projectId: "prj_app", status: 503 }');
  expect(text).toContain('GET /api/v1/projects/prj_web/issues: projectId is "prj_web", not "prj_app".');
});

test('matchers throw if the log dropped requests', async () => {
  const { get, mock } = service({ requestLog: { entries: 1 } });
  await get('/projects');
  await get('/projects');
  expect(() => expect(mock).not.toHaveReceived('issues.update')).toThrow('The request log is full');
  expect(() => expect(mock).toHaveNoErrorResponses()).toThrow('The request log is full');
  expect(() => expect(mock).toHaveNoWarnings()).toThrow('The request log is full');
});

test('matchers reject a value that is not a mock', () => {
  expect(() => expect({}).toHaveNoErrorResponses()).toThrow(
    'expect() must be called with a mock, the result of createMock().',
  );
  expect(Object.keys(matchers)).toHaveLength(5);
});
