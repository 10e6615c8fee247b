import type { Behavior } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';
import { stepsInOrder } from '../log/steps.ts';

type Service = ReturnType<typeof service>;

const issue = '/projects/prj_web/issues/1';
const read = (path: string) => (it: Service) => it.get(path);
const set = (status: string) => (it: Service) => it.patch(issue, { status });

test('the steps of a request run in the order of their table [GAP-20]', async () => {
  const it = service();
  it.mock.settings.change({ latencyMs: 1 });
  it.mock.faults.add({ when: 'arrival', headers: { 'x-first': '1' } });
  it.mock.faults.add({ headers: { 'x-second': '2' } });
  await it.patch(issue, { status: 'blocked' });
  const explained = it.mock.why().map(({ step }) => step);
  expect(explained).toEqual(stepsInOrder.map(([name]) => name).filter((name) => explained.includes(name)));
  expect([...explained, 'route', 'abort'].sort()).toEqual(stepsInOrder.map(([name]) => name).sort());
});

test.each<[Partial<Behavior>, (it: Service) => unknown, string]>([
  [{ missingTechContext: 404 }, read(`${issue}/tech-context`), 'No technical context was captured with the issue.'],
  [{ pagePastEnd: 404 }, read('/projects/prj_web/issues?page=99'), 'The last page is 1.'],
  [{ pagePastEnd: 400 }, read('/projects/prj_web/issues?page=99'), 'must be at most 1'],
  [{ transitions: { open: [] } }, set('blocked'), 'The issue is open, which may not be followed by blocked.'],
  [{ statusRejection: { status: 409 } }, set('closed'), 'The API does not set closed'],
])('an explanation names the behavior option that rejected: %o', async (behavior, send, text) => {
  const it = service({ behavior });
  it.mock.world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { techContext: null, status: 'open' });
  await send(it);
  const rejected = it.mock.why().find(({ outcome }) => outcome === 'rejected');
  expect(rejected?.text).toContain(text);
  expect(rejected?.behavior?.name).toBe(Object.keys(behavior)[0]);
});
