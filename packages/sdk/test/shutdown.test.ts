import { isIssueTrackingError } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { comment, issue } from './support/records.ts';
import { json, scripted } from './support/scripted-service.ts';

test('the errors of aborted comments have `mayHaveBeenApplied: true` exactly for those that were sent [EP-12]', async () => {
  const service = scripted([
    async (request) => {
      if (request.method === 'GET') return json({ data: issue() });
      // The service adds the comment whether or not the client still waits for the response.
      await service.clock.sleep(300);
      return json({ data: comment('c1', 'Hello') }, { status: 201 });
    },
  ]);
  const { client, clock, requests } = service;
  await client.issues.get('prj_web', 7);
  const stop = new AbortController();
  clock.sleep(150).then(() => stop.abort(new Error('SIGINT')));
  const calls = [...Array(8).keys()].map((n) =>
    client.issues.comments.create('prj_web', 7, { content: `${n}` }, { signal: stop.signal }),
  );
  const endings = await Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
  const aborted = endings.map((error) => {
    if (!isIssueTrackingError(error, 'AbortError')) throw error;
    return error;
  });
  const posts = requests.filter(({ method }) => method === 'POST').length;
  expect(posts).toBeGreaterThan(0);
  expect(aborted.filter(({ mayHaveBeenApplied }) => mayHaveBeenApplied)).toHaveLength(posts);
  expect(aborted.filter(({ sent }) => !sent)).toHaveLength(8 - posts);
  expect(new Set(aborted.map(({ callId }) => callId)).size).toBe(8);
});
