import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, virtualClock } from '@issue-tracking/mock';
import { world } from '@issue-tracking/mock/demo';
import { AbortError, IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { exportProject } from './.snippets/docs/recipes/export/export/project.mts';

test('an export that was stopped goes on, and takes as long as the page says', async () => {
  const clock = virtualClock({ auto: true });
  const mock = createMock({ world: world({ organizations: 1, projects: 1, issuesPerProject: 200 }), clock });
  const statuses: (number | undefined)[] = [];
  const onResponse = ({ status }: { status?: number }) => statuses.push(status);
  const client = new IssueTrackingClient({ ...mock.clientOptions, hooks: { onResponse } });
  const [{ id } = { id: '' }] = mock.world.projects.find();
  const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  const begin = clock.now();
  const stop = new AbortController();
  const stopAt70 = ({ done }: { done: number }) => done === 70 && stop.abort();
  await expect(exportProject(client, id, folder, stopAt70, stop.signal)).rejects.toThrow(AbortError);
  expect(readdirSync(folder)).toHaveLength(70);

  const progress: unknown[] = [];
  await exportProject(client, id, folder, (each) => progress.push(each));
  expect(progress).toHaveLength(130);
  expect(progress[0]).toEqual({ done: 1, total: 130, minutesLeft: 10 });
  expect(readdirSync(folder)).toHaveLength(200);
  expect(Math.round((clock.now() - begin) / 60_000)).toBe(10);
  expect(statuses).not.toContain(429);
});
