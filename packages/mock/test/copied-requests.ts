import { spawn } from 'node:child_process';
import { expect } from 'vitest';
import { globex } from './fixture.ts';
import { type Served, serve } from './served.ts';

export const issue = '/projects/prj_web/issues/1';
const wrongType = { 'content-type': 'text/plain' };

export interface Case {
  /** How it ended; `undefined` for a connection that ended without a response. */
  readonly status: number | undefined;
  readonly reason?: string;
  send(served: Served): Promise<unknown>;
}

async function times(count: number, send: () => Promise<unknown>): Promise<void> {
  for (let sent = 0; sent < count; sent++) await send();
}

/** Every status that the mock gives, in every way that it comes to one. */
export const cases: Record<string, Case> = {
  'a project list': { status: 200, send: ({ get }) => get('/projects') },
  'an issue list, filtered': {
    status: 200,
    send: ({ get }) => get('/projects/prj_web/issues?limit=2&page=2&label=bug&x=1'),
  },
  'an issue list in the words of the client': {
    status: 200,
    send: ({ get }) => get("/projects/prj_web/issues?limit=2&q=it's"),
  },
  'an issue': { status: 200, send: ({ get }) => get(issue) },
  'an issue, by HEAD': { status: 200, send: ({ send }) => send('HEAD', issue) },
  logs: { status: 200, send: ({ get }) => get(`${issue}/console-logs?level=error`) },
  'with a token': { status: 200, send: ({ as }) => as('oat_ada').get('/projects/prj_globex/issues/1') },
  'with a key that expires, before it does': { status: 200, send: ({ as }) => as('svc_expiring').get(issue) },
  'a change': { status: 200, send: ({ patch }) => patch(issue, { status: 'blocked' }) },
  'a comment': {
    status: 201,
    send: ({ post }) => post(`${issue}/comments`, { content: `It's "1" \\ $HOME \`x\` 100%` }),
  },
  'a wrong query': { status: 400, reason: 'input', send: ({ get }) => get('/projects/prj_web/issues?limit=0') },
  'a wrong value': { status: 400, reason: 'input', send: ({ patch }) => patch(issue, { status: 'done' }) },
  'no JSON': { status: 400, reason: 'input', send: ({ patch }) => patch(issue, "{'status':1}") },
  'no body': { status: 400, reason: 'input', send: ({ send }) => send('PATCH', issue) },
  'another type': { status: 400, reason: 'input', send: ({ patch }) => patch(issue, { status: 'open' }, wrongType) },
  'a malformed path': { status: 400, reason: 'input', send: ({ get }) => get('/projects/prj_web/issues/01') },
  'no key': { status: 401, reason: 'no key', send: ({ as }) => as(null).get('/projects') },
  'a wrong key': {
    status: 401,
    reason: 'wrong key',
    send: ({ as }) => as('svc_real_key_of_somebody').patch(issue, { status: 'open' }),
  },
  'another scheme': {
    status: 401,
    reason: 'wrong key',
    send: ({ get }) => get('/projects', { authorization: 'Basic eDp5' }),
  },
  'an expired key': { status: 401, reason: 'wrong key', send: ({ as }) => as('svc_expired').get('/projects') },
  'a revoked key': {
    status: 401,
    reason: 'wrong key',
    async send({ as, mock }) {
      await mock.dashboard.revokeApiKey({ key: 'svc_other' });
      await as('svc_other').get('/projects');
    },
  },
  'no scope': {
    status: 403,
    reason: 'scope',
    send: ({ as }) => as('svc_only_issues:read').patch(issue, { status: 'blocked' }),
  },
  'a status that people set': {
    status: 403,
    reason: 'status',
    send: ({ patch }) => patch(issue, { status: 'verified' }),
  },
  'a status that may not follow': {
    status: 403,
    reason: 'status',
    async send({ patch, mock }) {
      mock.settings.change({ readings: { transitions: { open: ['in_progress'] } } });
      await patch(issue, { status: 'fix_submitted' });
      mock.settings.change({ readings: { transitions: 'any' } });
    },
  },
  'a foreign project': { status: 404, reason: 'not found', send: ({ get }) => get('/projects/prj_globex/issues/1') },
  'a foreign organization that is refused': {
    status: 404,
    reason: 'not found',
    async send({ get, mock }) {
      mock.settings.change({ readings: { foreignOrganization: 'reject' } });
      await get(`/projects?organizationId=${globex}`);
    },
  },
  'no project': { status: 404, reason: 'not found', send: ({ get }) => get('/projects/prj_none/issues') },
  'no issue': { status: 404, reason: 'not found', send: ({ get }) => get('/projects/prj_web/issues/99') },
  'no path': { status: 404, reason: 'no such path', send: ({ get }) => get('/project?a=b%20c') },
  'a wrong method': { status: 405, reason: 'wrong method', send: ({ post }) => post('/projects', { name: 'New' }) },
  'past the rate': {
    status: 429,
    reason: 'rate limit',
    async send({ get, mock }) {
      mock.settings.change({ rateLimit: { requests: 3 } });
      await times(4, () => get(issue));
      mock.settings.change({ rateLimit: false });
    },
  },
  'with no rate at all': {
    status: 429,
    reason: 'rate limit',
    async send({ as, mock }) {
      mock.settings.change({ rateLimit: { requests: 0 } });
      await as('oat_ada').get('/projects');
    },
  },
  'locked out': {
    status: 429,
    reason: 'locked out',
    send: ({ as }) => times(6, () => as('svc_guess').get('/projects')),
  },
  'locked out without a key': {
    status: 429,
    reason: 'locked out',
    send: ({ as }) => times(6, () => as(null).get('/projects')),
  },
  'locked out with a valid key': {
    status: 429,
    reason: 'locked out',
    async send({ as, mock }) {
      mock.settings.change({ readings: { lockout: 'source' } });
      await times(5, () => as('svc_guess').get('/projects'));
      await as('svc_acme').get('/projects');
    },
  },
  'a failing service': {
    status: 500,
    reason: 'scenario',
    async send({ get, mock }) {
      mock.scenario = 'failing';
      await get('/projects');
      mock.scenario = 'normal';
    },
  },
  'a fault': {
    status: 503,
    reason: 'fault',
    async send({ patch, mock }) {
      mock.faults.add({ status: 503, headers: { 'retry-after': '0' } });
      await patch(issue, { status: 'blocked' });
    },
  },
  'a page of a proxy': {
    status: 502,
    reason: 'fault',
    async send({ as, mock }) {
      mock.faults.add({ when: 'arrival', status: 502, body: '<h1>Bad Gateway</h1>' });
      await as(null).get('/nowhere');
    },
  },
  'a function of a stub that fails': {
    status: 500,
    reason: 'failure',
    async send({ get, mock }) {
      mock.stubs.add({ method: 'GET', path: '/api/v1/broken', reply: () => ({ a: 1n }) as never });
      await get('/broken');
    },
  },
  'a dropped connection': {
    status: undefined,
    reason: 'fault',
    async send({ post, mock }) {
      mock.faults.add({ when: 'after', drop: true });
      await post(`${issue}/comments`, { content: 'lost' }).catch(() => {});
    },
  },
  offline: {
    status: undefined,
    reason: 'scenario',
    async send({ get, mock }) {
      mock.scenario = 'offline';
      await get('/projects').catch(() => {});
      mock.scenario = 'normal';
    },
  },
};

interface Copies {
  readonly curl: string;
  readonly test: string;
  readonly call: string | null;
}

export async function copiesOf({ send, status, reason }: Case): Promise<Copies & { served: Served }> {
  const served = await serve();
  await send(served);
  const last = served.mock.requests.last();
  expect({ status: last?.status, reason: last?.reason }).toEqual({ status, reason });
  const { body } = await served.control('GET', `requests/${last?.number}/copies`);
  return { ...(body as Copies), served };
}

export function run(command: string, args: string[]): Promise<{ out: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ out, code }));
  });
}
