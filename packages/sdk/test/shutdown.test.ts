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
  // It proves the credential: until then, calls go one at a time.
  await client.issues.get('prj_web', 7);
  const stop = new AbortController();
  clock.sleep(150).then(() => stop.abort(new Error('SIGINT')));
  // More calls than may be sent at once.
  const calls = Array.from({ length: 8 }, (_, n) =>
    client.issues.comments.create('prj_web', 7, { content: `${n}` }, { signal: stop.signal }),
  );
  const endings = await Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
  const aborted = endings.map((error) => {
    if (!isIssueTrackingError(error, 'AbortError')) throw error;
    return error;
  });
  const posts = requests.filter(({ method }) => method === 'POST').length;
  expect(posts).toBeGreaterThan(0);
  expect(posts).toBeLessThan(calls.length);
  expect(aborted.filter(({ mayHaveBeenApplied }) => mayHaveBeenApplied)).toHaveLength(posts);
  expect(aborted.filter(({ sent }) => !sent)).toHaveLength(calls.length - posts);
  expect(new Set(aborted.map(({ callId }) => callId)).size).toBe(calls.length);
});
