import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock as runner, test } from 'node:test';
import { createMock, systemClock } from '@issue-tracking/mock';
import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';

const realImmediate = setImmediate;
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => realImmediate(resolve));
}

beforeEach(() => runner.timers.enable({ apis: ['setTimeout', 'Date'] }));
afterEach(() => runner.timers.reset());

const { baseUrl, apiKey, fetch } = createMock().clientOptions;
const options: [string, () => ClientOptions][] = [
  ["the mock's options", () => createMock().clientOptions],
  ["a clock of its own that is the mock's", () => ({ baseUrl, apiKey, fetch, clock: systemClock() })],
];
for (const [name, optionsOf] of options) {
  test(`250 calls of a client with ${name} end with ticks of a minute`, async () => {
    const client = new IssueTrackingClient({ ...optionsOf(), logLevel: 'off' });
    let done = 0;
    const calls = Array.from({ length: 250 }, () => client.issues.get('prj_web', 1).then(() => done++));
    for (let minute = 0; minute < 15; minute++) {
      await turns();
      runner.timers.tick(60_000);
    }
    await turns();
    assert.equal(done, 250);
    await Promise.all(calls);
  });
}

const revoked = () => Response.json({ error: 'Revoked' }, { status: 401 });
type End = (client: IssueTrackingClient, abort: AbortController, respond: (response: Response) => void) => unknown;
const endings: [string, End][] = [
  ['AbortError by an abort', (_client, abort) => abort.abort()],
  ['AbortError by close()', (client) => void client.close({ deadline: 1 })],
  ['AuthenticationError by a rejected key', (_client, _abort, respond) => respond(revoked())],
];
for (const [name, end] of endings) {
  // They end in more than one batch.
  test(`500 queued calls end without a tick with ${name}`, async () => {
    let respond = (_response: Response) => {};
    const client = new IssueTrackingClient({
      baseUrl: 'https://issues.test',
      apiKey: 'svc_key',
      fetch: () => new Promise<Response>((resolve) => (respond = resolve)),
    });
    const abort = new AbortController();
    const [first, ...queued] = Array.from({ length: 500 }, () => client.projects.list({}, { signal: abort.signal }));
    const firstEnded = Promise.allSettled([first]);
    const ended = Promise.allSettled(queued);
    await turns();
    end(client, abort, (response) => respond(response));
    for (const call of await ended) assert.equal(call.status === 'rejected' && call.reason.name, name.split(' ')[0]);
    abort.abort();
    await firstEnded;
  });
}
