import './dom.ts';
import { expect, onTestFinished, test } from 'vitest';
import { effectScope, reactive } from 'vue';
import { useOpenIssues } from '../src/vue.ts';
import { withPage } from './dom.ts';
import { twoOpenIssues } from './recipe.ts';

withPage();

async function openIssues() {
  const { mock, client, projectId } = await twoOpenIssues();
  const scope = effectScope();
  onTestFinished(() => scope.stop());
  const list = scope.run(() => useOpenIssues(client, projectId));
  if (!list) throw new Error('The scope has run nothing');
  return { mock, client, projectId, scope, ...list };
}

test('loadMore appends one page per call until the last', async () => {
  const { mock, projectId, issues, hasMore, loadMore } = await openIssues();
  for (let n = 0; n < 30; n++) mock.world.issues.create({ projectId });
  await loadMore();
  const first = issues.value.length;
  expect(hasMore.value).toBe(true);
  while (hasMore.value) await loadMore();
  expect(first).toBeLessThan(issues.value.length);
  expect(issues.value).toHaveLength(32);
});

test('a failure is shown, and the next successful attempt clears it [ERR-5]', async () => {
  const { mock, error, issues, loadMore } = await openIssues();
  mock.faults.add({ endpoint: 'issues.list', status: 503, times: 2 });
  await loadMore();
  expect(error.value?.message).toContain('503');
  await loadMore();
  expect([error.value, issues.value.length]).toEqual([null, 2]);
});

test('the request of an unmounted component is aborted without an error', async () => {
  const { mock, error, issues, loadMore, scope } = await openIssues();
  mock.faults.add({ endpoint: 'issues.list', delayMs: 1000 });
  const loading = loadMore();
  scope.stop();
  await loading;
  expect([error.value, issues.value.length]).toEqual([null, 0]);
});

test('a client in a reactive proxy cannot access its private members', async () => {
  const { client, projectId } = await openIssues();
  await expect((async () => reactive(client.issues).list(projectId))()).rejects.toThrow(TypeError);
});
