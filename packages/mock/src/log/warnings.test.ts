import { createMock, virtualClock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { behaviors } from '../../../../tools/testing/behaviors.ts';
import { service, start } from '../../test/fixture.ts';

type Service = ReturnType<typeof service>;

/** The warnings of the last request, as `kind field: text`. */
function warned({ mock }: Service) {
  return mock.requests.last()?.warnings?.map(({ kind, field, text }) => `${kind} ${field}: ${text}`) ?? [];
}

/** The explanation of a step of the last request. */
function step({ mock }: Service, name: string) {
  const found = mock.why().find((each) => each.step === name);
  return found && `${found.outcome}: ${found.text}`;
}

const issue = '/projects/prj_web/issues/1';

test('unknown parameters and members are warnings, with a similar known name', async () => {
  const it = service();
  await it.get('/projects/prj_web/issues?state=open&prority=high&status=open');
  const state = '"state" is not a query parameter of this endpoint and had no effect; did you mean "status"?';
  const prority = '"prority" is not a query parameter of this endpoint and had no effect; did you mean "priority"?';
  expect(warned(it)).toEqual([`ignored query.state: ${state}`, `ignored query.prority: ${prority}`]);
  expect(step(it, 'parameters')).toBe(`warned: Path and query are well-formed. ${state} ${prority}`);
  expect(step(it, 'handler')).toBe('passed: The response is 200.');
  await it.patch(issue, { status: 'blocked', zzz: 1 });
  const zzz = '"zzz" is not a member of the body of this endpoint and had no effect.';
  expect(warned(it)).toEqual([`ignored body.zzz: ${zzz}`]);
  expect(step(it, 'body')).toBe(`warned: The members of the body are valid. ${zzz}`);
  await it.get('/projects/prj_web/issues?limit=0&x=1');
  expect(warned(it)).toEqual([]);
  await it.get('/projects/prj_web/issues?status=open');
  expect(warned(it)).toEqual([]);
});

test('a write is logged with its changes and the request that had set the previous value', async () => {
  const it = service();
  await it.patch(issue, { status: 'blocked' });
  expect(it.mock.requests.last()?.changes).toEqual([{ field: 'status', from: 'open', to: 'blocked' }]);
  expect(step(it, 'handler')).toBe('passed: Changed status: open → blocked. The response is 200.');
  await it.mock.clock.advance(8000);
  await it.patch(issue, { status: 'in_progress', priority: 'low' });
  expect(it.mock.requests.last()?.changes).toEqual([
    {
      field: 'status',
      from: 'blocked',
      to: 'in_progress',
      setBy: { number: 1, at: Date.parse(start), credential: 'acme (svc_…)' },
    },
    { field: 'priority', from: 'high', to: 'low' },
  ]);
  expect(step(it, 'handler')).toBe(
    'passed: Changed status: blocked → in_progress; request 1 with acme (svc_…) had set "blocked" 8 seconds before; priority: high → low. The response is 200.',
  );
  await it.patch(issue, { status: 'in_progress' });
  expect(it.mock.requests.last()).not.toHaveProperty('changes');
  expect(step(it, 'handler')).toBe('passed: Status and priority stayed as they were. The response is 200.');
  await it.patch(issue, { status: 'verified' });
  expect(it.mock.requests.last()).not.toHaveProperty('changes');
});

test('a value that was changed without a request is logged without one', async () => {
  const it = service();
  await it.patch(issue, { status: 'blocked' });
  it.mock.world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { status: 'verified' });
  await it.patch(issue, { status: 'open' });
  expect(it.mock.requests.last()?.changes).toEqual([{ field: 'status', from: 'verified', to: 'open' }]);
});

test('a write is logged with the request that had set the value also with a read lag [GAP-57]', async () => {
  const it = service({ behavior: { readLag: 5000 } });
  await it.get(issue);
  await it.patch(issue, { status: 'blocked' });
  await it.get(issue);
  await it.patch(issue, { status: 'in_progress' });
  expect(it.mock.requests.last()?.changes).toMatchObject([
    { from: 'blocked', to: 'in_progress', setBy: { number: 2 } },
  ]);
});

test('restore() forgets later changes', async () => {
  const it = service();
  await it.get(issue);
  const snapshot = it.mock.snapshot();
  await it.patch(issue, { status: 'blocked' });
  it.mock.restore(snapshot);
  await it.patch(issue, { status: 'in_progress' });
  expect(it.mock.requests.last()?.changes).toEqual([{ field: 'status', from: 'open', to: 'in_progress' }]);
});

test('warnings contain no credential', async () => {
  const it = service();
  await it.get('/projects/prj_web/issues?q=svc_secret_of_somebody&svc_another_secret=1');
  expect(warned(it)).toHaveLength(2);
  expect(JSON.stringify(it.mock.requests.last())).not.toMatch(/secret/);
});

test('a write is logged with its changes with each choice of the behavior options', async () => {
  for (const behavior of behaviors) {
    const it = createMock({ clock: virtualClock(), behavior, rateLimit: false });
    const { baseUrl, apiKey } = it.clientOptions;
    await it.fetch(`${baseUrl}/api/v1/projects/prj_web/issues/1`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: '{"priority":"low"}',
    });
    expect(it.requests.last()?.changes).toMatchObject([{ field: 'priority', to: 'low' }]);
  }
});
