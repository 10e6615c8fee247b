import { capturedNames } from '@issue-tracking/model';
import { type IssueTrackingClient, IssueTrackingError } from '@issue-tracking/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { errorResponse, json, scripted } from './support/scripted-service.ts';

const missing = errorResponse(404, 'Issue not found');
const page = json({ data: [], total: 300, page: 1, totalPages: 3 });

type Call = (client: IssueTrackingClient) => Promise<unknown>;

/** A failing call of each method, by the name of its object and its own. */
const calls: Record<string, Call> = {
  'client.request': (client) => client.request('GET', '/api/v1/more'),
  'client.close': (client) => client.close({ deadline: -1 }),
  'projects.list': (client) => client.projects.list(),
  'issues.list': (client) => client.issues.list('prj_web'),
  'issues.get': (client) => client.issues.get('prj_web', 7),
  'issues.update': (client) => client.issues.update('prj_web', 7, { priority: 'low' }),
  ...Object.fromEntries(
    capturedNames.map((name): [string, Call] => [`issues.${name}`, (client) => client.issues[name]('prj_web', 7)]),
  ),
  'issues.context': (client) => client.issues.context('prj_web', 7),
  'issues.waitFor': (client) => client.issues.waitFor('prj_web', 7, { status: 'closed' }),
  'comments.list': (client) => client.issues.comments.list('prj_web', 7),
  'comments.create': (client) => client.issues.comments.create('prj_web', 7, { content: 'Hello' }),
};

/** Further ways to a result. */
const ways: Record<string, Call> = {
  'get().withResponse()': (client) => client.issues.get('prj_web', 7).withResponse(),
  'request().withResponse()': (client) => client.request('GET', '/api/v1/more').withResponse(),
  'list().withResponse()': (client) => client.issues.list('prj_web').withResponse(),
  'list().toArray()': (client) => client.issues.list('prj_web').toArray(),
  'list().pages()': async (client) => {
    for await (const _ of client.issues.list('prj_web').pages());
  },
  'iteration over a list': async (client) => {
    for await (const _ of client.issues.list('prj_web'));
  },
  'list().catch()': (client) => client.issues.list('prj_web').catch((error: unknown) => Promise.reject(error)),
  'a checked comment': (client) =>
    client.issues.comments.create('prj_web', 7, { content: 'Hello' }, { onLostResponse: 'check' }),
  'an invalid argument': (client) => client.issues.get('', 7),
  'a deadline': (client) => client.issues.get('prj_web', 7, { deadline: 1, retry: { limit: 0 } }),
};

const { stackTraceLimit } = Error;
beforeEach(() => {
  // The default of Node.
  Error.stackTraceLimit = 10;
});
afterEach(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

async function stackOf(client: IssueTrackingClient, call: Call): Promise<string | undefined> {
  async function nightlyTriage() {
    await call(client);
  }
  const error = await nightlyTriage().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(IssueTrackingError);
  return (error as Error).stack;
}

test.each(Object.entries({ ...calls, ...ways }))(
  'the stack of an error of %s names the line of the program',
  async (_, call) => {
    const stack = await stackOf(scripted([missing]).client, call);
    expect(stack).toMatch(/^\w+Error: /);
    expect(stack).toContain('nightlyTriage');
  },
);

test('the stack of an error on a later page names the line of the program', async () => {
  const listed: Call = async (client) => {
    for await (const _ of await client.issues.list('prj_web', { page: 2 }));
  };
  expect(await stackOf(scripted([page, errorResponse(403, 'Forbidden')]).client, listed)).toContain('nightlyTriage');
});

test('each method of the client is called above', () => {
  const { client } = scripted([missing]);
  const { projects, issues } = client;
  const objects = { client, projects, issues, comments: issues.comments };
  const names = Object.entries(objects).flatMap(([object, value]) =>
    Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(value)))
      .filter(([name, { value: member }]) => name !== 'constructor' && typeof member === 'function')
      .map(([name]) => `${object}.${name}`),
  );
  expect(Object.keys(calls).sort()).toEqual(names.sort());
});
