import { expect } from 'vitest';
import type { CopiedRequest } from '../src/control/types.ts';
import { type Served, serve } from './served.ts';

export const issue = '/projects/prj_web/issues/1';
const wrongType = { 'content-type': 'text/plain' };

export interface Case {
  readonly status: number;
  readonly reason?: string;
  send(served: Served): Promise<unknown>;
}

/** Requests whose responses do not depend on earlier requests. */
export const cases: Record<string, Case> = {
  'a project list': { status: 200, send: ({ get }) => get('/projects') },
  'an issue list, filtered': {
    status: 200,
    send: ({ get }) => get('/projects/prj_web/issues?limit=2&page=2&label=bug&x=1'),
  },
  'an issue list with a quote': { status: 200, send: ({ get }) => get("/projects/prj_web/issues?q=it's") },
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
  'an invalid query': { status: 400, reason: 'input', send: ({ get }) => get('/projects/prj_web/issues?limit=0') },
  'an invalid value': { status: 400, reason: 'input', send: ({ patch }) => patch(issue, { status: 'done' }) },
  'invalid JSON': { status: 400, reason: 'input', send: ({ patch }) => patch(issue, "{'status':1}") },
  'a missing body': { status: 400, reason: 'input', send: ({ send }) => send('PATCH', issue) },
  'a wrong content type': {
    status: 400,
    reason: 'input',
    send: ({ patch }) => patch(issue, { status: 'open' }, wrongType),
  },
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
  'an expired key': { status: 401, reason: 'expired key', send: ({ as }) => as('svc_expired').get('/projects') },
  'a revoked key': {
    status: 401,
    reason: 'revoked key',
    async send({ as, mock }) {
      mock.world.apiKeys.update({ key: 'svc_other' }, { revoked: true });
      await as('svc_other').get('/projects');
    },
  },
  'a missing scope': {
    status: 403,
    reason: 'scope',
    send: ({ as }) => as('svc_only_issues:read').patch(issue, { status: 'blocked' }),
  },
  'a status that the API cannot set': {
    status: 403,
    reason: 'status',
    send: ({ patch }) => patch(issue, { status: 'verified' }),
  },
  'a foreign project': { status: 404, reason: 'not found', send: ({ get }) => get('/projects/prj_globex/issues/1') },
  'an unknown project': { status: 404, reason: 'not found', send: ({ get }) => get('/projects/prj_none/issues') },
  'an unknown issue': { status: 404, reason: 'not found', send: ({ get }) => get('/projects/prj_web/issues/99') },
  'an unknown path': { status: 404, reason: 'no such path', send: ({ get }) => get('/project?a=b%20c') },
  'a wrong method': { status: 405, reason: 'wrong method', send: ({ post }) => post('/projects', { name: 'New' }) },
};

/** Returns a request as text to paste, by default a curl command, and the server that it is for. */
export async function copyOf({ send, status, reason }: Case, as = 'curl'): Promise<CopiedRequest & { served: Served }> {
  const served = await serve();
  await send(served);
  const last = served.mock.requests.last();
  expect({ status: last?.status, reason: last?.reason }).toEqual({ status, reason });
  const { body } = await served.control(`requests.${as}`, { number: last?.number });
  return { ...(body as CopiedRequest), served };
}
