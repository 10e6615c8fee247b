import { expect, test } from 'vitest';
import { listItem } from './support/records.ts';
import { json, scripted } from './support/scripted-service.ts';

/** A list of ten pages, each of which takes 400 ms. */
function slowList(rateLimit?: { requests: number; windowMs: number }) {
  const service = scripted(
    [
      async ({ url }, signal) => {
        await service.clock.sleep(400, signal);
        const page = Number(new URL(url).searchParams.get('page'));
        return json({ data: [listItem(page)], total: 10, page, totalPages: 10 });
      },
    ],
    { ...(rateLimit && { rateLimit }) },
  );
  const list = (deadline: number) => service.client.issues.list('prj_web', { limit: 1 }, { deadline });
  return { ...service, list };
}

test('the deadline of toArray is one for all pages', async () => {
  const { list, elapsed, requests } = slowList();
  await expect(list(1_000).toArray()).rejects.toMatchObject({
    name: 'TimeoutError',
    option: 'deadline',
    limitMs: 1_000,
  });
  expect(elapsed()).toBe(1_000);
  expect(requests).toHaveLength(3);
  await expect(list(10_000).toArray()).resolves.toHaveLength(10);
});

test('a page of toArray whose turn comes after the deadline is not sent [LIM-1]', async () => {
  const { list, elapsed, requests } = slowList({ requests: 2, windowMs: 10_000 });
  await expect(list(5_000).toArray()).rejects.toMatchObject({ name: 'RateLimitError', sent: false });
  expect([elapsed(), requests.length]).toEqual([800, 2]);
});

test('in a `for await`, and in one over the pages, each page has the deadline', async () => {
  const { list } = slowList();
  let issues = 0;
  for await (const _ of list(1_000)) issues++;
  for await (const { data } of list(1_000).pages()) issues += data.length;
  expect(issues).toBe(20);
});

test('a deadline of 0 has passed before anything is sent', async () => {
  const { list, client, requests } = slowList();
  for (const call of [list(0).toArray(), client.projects.list({}, { deadline: 0 })]) {
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError', sent: false });
  }
  expect(requests).toHaveLength(0);
});
