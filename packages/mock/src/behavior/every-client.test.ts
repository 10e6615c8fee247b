import { type Behavior, createMock, virtualClock } from '@issue-tracking/mock';
import { type Drift, IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { behaviors } from '../../../../tools/testing/behaviors.ts';
import { world } from '../../test/fixture.ts';

// The client must work with each permitted behavior.
test.each(behaviors)('the client can use all endpoints with the behavior %j', async (behavior) => {
  const mock = createMock({ world: world(), behavior, clock: virtualClock() });
  mock.world.issues.create({ projectId: 'prj_web', reporterName: '', browserInfo: '', pageUrl: '' });
  const client = new IssueTrackingClient(mock.clientOptions);
  expect((await client.projects.list()).data).toHaveLength(2);
  expect((await client.issues.list('prj_web')).data).toHaveLength(6);
  for (const issueNumber of [1, 6]) {
    const { issue } = await client.issues.context('prj_web', issueNumber);
    expect(issue).toMatchObject({ issueNumber, status: 'open' });
  }
  await client.issues.comments.create('prj_web', 6, { content: 'Seen' });
  expect(await client.issues.update('prj_web', 6, { status: 'blocked' })).toMatchObject({ status: 'blocked' });
  await mock.clock.advance(100);
  expect((await client.issues.comments.list('prj_web', 6)).data).toMatchObject([{ content: 'Seen' }]);
  expect(await client.issues.get('prj_web', 6)).toMatchObject({ status: 'blocked' });
});

// A value that is null or missing, or an empty technical context, has not the type of v1.
const isTyped = ({ absentValues, missingTechContext }: Behavior) =>
  absentValues === 'empty' && missingTechContext !== 'empty';

test.each(behaviors)(
  'the client reports only responses without the types of v1, with the behavior %j',
  async (behavior) => {
    const mock = createMock({ world: world(), behavior, clock: virtualClock() });
    mock.world.issues.create({ projectId: 'prj_web', reporterName: '', browserInfo: '', pageUrl: '' });
    const drifts: Drift[] = [];
    const hooks = { onDrift: (drift: Drift) => void drifts.push(drift) };
    const client = new IssueTrackingClient({ ...mock.clientOptions, hooks });
    await client.projects.list();
    await client.issues.list('prj_web').toArray();
    await client.issues.context('prj_web', 6);
    expect(drifts.length === 0).toBe(isTyped(behavior));
  },
);

test('some of the behaviors have the types of v1', () => {
  expect(behaviors.some(isTyped)).toBe(true);
});
