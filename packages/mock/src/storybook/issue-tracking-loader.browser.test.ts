import { type IssueTrackingParameters, issueTrackingLoader } from '@issue-tracking/mock/storybook';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';

/** What Storybook hands to loaders when it mounts a story. */
function mount(id: string, issueTracking?: IssueTrackingParameters) {
  return { id, parameters: issueTracking ? { issueTracking } : {}, abortSignal: new AbortController().signal };
}

test('stories on one page share nothing', async () => {
  const { issueTracking: one } = await issueTrackingLoader(mount('board--one', { issues: 1 }));
  const { issueTracking: two } = await issueTrackingLoader(mount('board--two', { issues: 2 }));
  one.mock.faults.add({ endpoint: 'issues.update', status: 422 });
  const [client, other] = [new IssueTrackingClient(one.clientOptions), new IssueTrackingClient(two.clientOptions)];

  await other.issues.update(two.projectId, 1, { status: 'blocked' });
  expect(await client.issues.get(one.projectId, 1)).toMatchObject({ status: 'open' });
  expect(await client.issues.list(one.projectId)).toMatchObject({ total: 1 });
  expect(await other.issues.list(two.projectId)).toMatchObject({ total: 2 });
});

test('a story keeps its data while its arguments change, and begins anew when it is mounted again', async () => {
  const story = mount('board--args', { issues: 1 });
  const { issueTracking: first } = await issueTrackingLoader(story);
  await new IssueTrackingClient(first.clientOptions).issues.update(first.projectId, 1, { status: 'blocked' });
  expect((await issueTrackingLoader(story)).issueTracking).toBe(first);

  const { issueTracking: again } = await issueTrackingLoader(mount('board--args', { issues: 1 }));
  const client = new IssueTrackingClient(again.clientOptions);
  expect(await client.issues.get(again.projectId, 1)).toMatchObject({ status: 'open' });
});

test('a component that knows its own address is answered there, by the story mounted last', async () => {
  const baseUrl = 'https://issues.example.com/tracker';
  await issueTrackingLoader(mount('board--before', { baseUrl, issues: 1 }));
  const { issueTracking } = await issueTrackingLoader(mount('board--fixed', { baseUrl, issues: 3 }));
  const { accessToken } = issueTracking.clientOptions;
  const response = await fetch(`${baseUrl}/api/v1/projects/${issueTracking.projectId}/issues`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(await response.json()).toMatchObject({ total: 3 });
});
