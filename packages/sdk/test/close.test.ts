import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { issue } from './support/records.ts';
import { json, refusal, scripted } from './support/scripted-service.ts';

const found = json({ data: issue() });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A service that answers when it is told to. */
function held() {
  const answers: ((response: Response) => void)[] = [];
  const step = () => new Promise<Response>((resolve) => answers.push(resolve));
  return { answers, ...scripted([step]) };
}

test('after close() nothing more is sent: what waits rejects unsent, what is under way ends, and then it resolves', async () => {
  const { client, answers, requests } = held();
  const underWay = client.issues.get('prj_web', 7);
  const waiting = client.issues.get('prj_web', 7);
  await settled();
  let isClosed = false;
  const closed = client.close().then(() => {
    isClosed = true;
  });
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError', sent: false, attempts: [] });
  await expect(client.projects.list()).rejects.toMatchObject({ name: 'AbortError', sent: false });
  await settled();
  expect(isClosed).toBe(false);
  answers[0]?.(found.clone());
  await expect(underWay).resolves.toMatchObject({ issueNumber: 7 });
  await closed;
  expect(requests).toHaveLength(1);
});

test('a call that would be tried again gets its own error', async () => {
  const { client, answers } = held();
  const call = client.issues.update('prj_web', 7, { priority: 'high' });
  await settled();
  const closed = client.close();
  answers[0]?.(refusal(503, 'Not now'));
  await expect(call).rejects.toMatchObject({ name: 'ServerError', mayHaveBeenApplied: true });
  await closed;
});

test('one that waits to try again says that it was sent, and whether it may have been applied', async () => {
  const { client, requests } = scripted([refusal(503, 'Not now', { 'retry-after': '60' })]);
  const call = client.issues.update('prj_web', 7, { priority: 'high' });
  call.catch(() => {});
  while (requests.length === 0) await settled();
  await client.close();
  await expect(call).rejects.toMatchObject({ name: 'AbortError', sent: true, mayHaveBeenApplied: true });
});

test('a wait for a status ends at once', async () => {
  const { client, requests, elapsed } = scripted([found]);
  const waiting = client.issues.waitFor('prj_web', 7, { status: 'verified' }, { interval: 600_000 });
  waiting.catch(() => {});
  while (requests.length === 0) await settled();
  await client.close();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(elapsed()).toBe(0);
});

test('a client with nothing under way is closed at once, twice too', async () => {
  const { client } = scripted([found]);
  await Promise.all([client.close(), client.close()]);
  await client.close();
});

test('other clients with the same credential go on', async () => {
  const { client, clock } = scripted([found]);
  const fetch = async () => found.clone();
  const options = { baseUrl: 'https://issues.test', apiKey: 'svc_key', fetch, clock };
  const [one, other] = [new IssueTrackingClient(options), new IssueTrackingClient(options)];
  await one.close();
  await expect(other.issues.get('prj_web', 7)).resolves.toBeDefined();
  await client.close();
});

test('an aborted request that is kept in flight for its status is let go of', async () => {
  const signals: AbortSignal[] = [];
  const { client } = scripted([
    (_, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  ]);
  const abort = new AbortController();
  const call = client.issues.get('prj_web', 7, { signal: abort.signal });
  call.catch(() => {});
  while (signals.length === 0) await settled();
  abort.abort('enough');
  await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
  expect(signals[0]?.aborted).toBe(false);
  await client.close();
  expect(signals[0]?.aborted).toBe(true);
});
