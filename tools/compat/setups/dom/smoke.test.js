// An application's tests in jsdom or happy-dom, on a page of another origin than the service's.

import { createMock } from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import axios from 'axios';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

const mock = createMock({ rateLimit: false });
const server = setupMock(mock);
beforeAll(() => server.listen());
afterEach(() => mock.reset());
afterAll(() => server.close());

const { baseUrl, apiKey } = mock.clientOptions;
const headers = { authorization: `Bearer ${apiKey}` };
const projects = `${baseUrl}/api/v1/projects`;
const issue = `${projects}/prj_web/issues/1`;

const cases = {
  async 'the environment is a page'() {
    expect(document.createElement('p').tagName).toBe('P');
    expect(location.origin).not.toBe(new URL(baseUrl).origin);
  },
  async 'the client reads'() {
    expect((await new IssueTrackingClient({ baseUrl, apiKey }).issues.list('prj_web')).total).toBe(3);
  },
  async 'the client writes'() {
    const client = new IssueTrackingClient({ baseUrl, apiKey });
    expect(await client.issues.update('prj_web', 1, { status: 'blocked' })).toMatchObject({ status: 'blocked' });
  },
  async fetch() {
    const response = await fetch(issue, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"status":"blocked"}',
    });
    expect((await response.json()).data.status).toBe('blocked');
  },
  async 'axios reads'() {
    expect((await axios.get(projects, { headers })).data.total).toBe(1);
  },
  async 'axios writes with credentials, after a preflight request'() {
    const { data } = await axios.patch(issue, { status: 'blocked' }, { headers, withCredentials: true });
    expect(data.data.status).toBe('blocked');
  },
  async 'an unknown path'() {
    await expect(axios.get(`${baseUrl}/api/v1/nothing`, { headers })).rejects.toMatchObject({
      response: { status: 404 },
    });
  },
  async 'a dropped connection'() {
    mock.faults.add({ endpoint: 'projects.list', drop: true });
    await expect(fetch(projects, { headers })).rejects.toThrow();
  },
  async 'an aborted request prints nothing'() {
    const printed = ['error', 'warn', 'log'].map((name) => vi.spyOn(console, name).mockImplementation(() => {}));
    try {
      for (const send of [
        (signal) => fetch(projects, { headers, signal }),
        (signal) => axios.get(projects, { headers, signal }),
        (signal) => new IssueTrackingClient({ baseUrl, apiKey }).projects.list({}, { signal }),
      ]) {
        mock.reset();
        mock.faults.add({ endpoint: 'projects.list', delayMs: 60_000 });
        const controller = new AbortController();
        const call = send(controller.signal);
        await vi.waitFor(() => expect(mock.requests.all()).toHaveLength(1));
        controller.abort();
        await expect(call).rejects.toThrow();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(printed.flatMap(({ mock: { calls } }) => calls)).toEqual([]);
    } finally {
      vi.restoreAllMocks();
    }
  },
  // The last test: after it, clients with this key wait.
  async 'the client reads Retry-After'() {
    mock.faults.add({ endpoint: 'projects.list', status: 429, headers: { 'retry-after': '7' } });
    const client = new IssueTrackingClient({ baseUrl, apiKey, retry: false });
    await expect(client.projects.list()).rejects.toMatchObject({ status: 429, retryAfterMs: 7_000 });
  },
};

test.for(Object.entries(cases))('%s', async ([name, run]) => {
  await run();
  process.stdout.write(`SMOKE ok ${name}\n`);
});
