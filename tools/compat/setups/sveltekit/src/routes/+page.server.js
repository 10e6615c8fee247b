import { createMock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';

export const prerender = true;

const client = new IssueTrackingClient(createMock().clientOptions);

export async function load() {
  const page = await client.issues.list('prj_web');
  return page.toJSON();
}
