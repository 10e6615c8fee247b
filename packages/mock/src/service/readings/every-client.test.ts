import { createMock, everyReading, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { world } from '../../../test/fixture.ts';

// What a service may do, the client bears.
test.each(everyReading())('the client reads everything, with the specification read in way %#', async (readings) => {
  const mock = createMock({ world: world(), readings, clock: virtualClock() });
  await mock.dashboard.createIssue({ projectId: 'prj_web', reporterName: '', browserInfo: '', pageUrl: '' });
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
