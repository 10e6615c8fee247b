import type { Mock, MockOptions } from '@issue-tracking/mock';
import { acme, globex } from './fixture.ts';
import type { Needed } from './whole-api.ts';

/** Sends one request below `/api`, as `svc_acme` unless told otherwise, and writes down what came back. */
export type Ask = (
  method: string,
  path: string,
  request?: { credential?: string | null; body?: unknown; headers?: Record<string, string> },
) => Promise<void>;

/** Requests in a row, and the statuses they come to. */
export interface Script {
  readonly options?: MockOptions;
  readonly needs?: Needed;
  readonly expected: readonly (number | 'no answer' | 'broken off')[];
  play(ask: Ask, mock: Mock): Promise<void>;
}

const issues = '/v1/projects/prj_web/issues';
const issue = `${issues}/1`;
const comments = `${issue}/comments`;
const everyone = { source: () => 'everyone' };

/** The whole API, so that every door can be held to the same. */
export const scripts: Readonly<Record<string, Script>> = {
  'projects are listed, filtered, and told apart by organization [EP-1] [EP-2] [EP-3] [EP-4] [RES-1]': {
    expected: [200, 200, 200, 400, 400],
    async play(ask) {
      await ask('GET', '/v1/projects');
      await ask('GET', '/v1/projects', { credential: 'oat_ada' });
      await ask('GET', '/v1/projects?organizationSlug=globex', { credential: 'oat_ada' });
      await ask('GET', '/v1/projects?organizationId=nobody');
      await ask('GET', `/v1/projects?organizationSlug=acme&organizationId=${globex}`);
    },
  },
  'issues are listed, paged, filtered and searched [EP-5] [EP-6] [EP-7] [RES-2]': {
    expected: [200, 200, 200, 200, 200, 400, 400, 400],
    async play(ask) {
      await ask('GET', issues);
      await ask('GET', `${issues}?page=2&limit=2`);
      await ask('GET', `${issues}?status=open&priority=high&label=bug`);
      await ask('GET', `${issues}?q=${encodeURIComponent('ümlauts')}`);
      await ask('GET', `${issues}?q=100%25+%5Ba-z%5D`);
      await ask('GET', `${issues}?limit=101`);
      await ask('GET', `${issues}?status=done&page=0`);
      await ask('GET', `${issues}?limit=1&limit=2`);
    },
  },
  'an issue and all that was captured with it is read [EP-8] [EP-11] [EP-13] [EP-14] [EP-15] [EP-16] [EP-17]': {
    expected: [200, 200, 200, 200, 400, 200, 200, 200, 200],
    async play(ask) {
      await ask('GET', issue);
      await ask('GET', comments);
      for (const part of [
        'console-logs',
        'console-logs?level=error',
        'console-logs?level=debug',
        'network-logs',
        'screenshots',
      ]) {
        await ask('GET', `${issue}/${part}`);
      }
      await ask('GET', `${issue}/tech-context`);
      await ask('GET', `${issue}/user-actions`);
    },
  },
  'an issue is changed, within what an API caller may [EP-9] [EP-10] [STA-3] [STA-4] [STA-5] [STA-6]': {
    expected: [200, 200, 200, 403, 403, 400, 200],
    async play(ask) {
      await ask('PATCH', issue, { body: { status: 'in_progress', priority: 'low' } });
      await ask('PATCH', issue, { body: { status: 'in_progress' } });
      await ask('PATCH', issue, { body: {} });
      await ask('PATCH', issue, { body: { status: 'verified' } });
      await ask('PATCH', issue, { body: { status: 'closed' } });
      await ask('PATCH', issue, { body: { status: 'done', priority: 7 } });
      await ask('GET', issue);
    },
  },
  'a comment is added, in any script [EP-12] [RES-5] [GEN-2]': {
    expected: [201, 201, 400, 400, 200],
    async play(ask) {
      await ask('POST', comments, { body: { content: 'Größe 🐛 \u0000 <script> \r\n "quoted"' } });
      await ask('POST', comments, { body: '{"content":"\\ud800"}' });
      await ask('POST', comments, { body: { content: '' } });
      await ask('POST', comments, { body: { content: 1 } });
      await ask('GET', comments);
    },
  },
  'credentials are checked [AUTH-1] [AUTH-2] [AUTH-3] [AUTH-4] [AUTH-5]': {
    expected: [401, 401, 401, 401, 401, 200, 403, 403],
    async play(ask) {
      await ask('GET', issue, { credential: null });
      await ask('GET', issue, { credential: 'svc_unknown' });
      await ask('GET', issue, { credential: 'svc_expired' });
      await ask('GET', issue, { credential: null, headers: { authorization: 'Basic svc_acme' } });
      await ask('GET', issue, { credential: null, headers: { authorization: 'Bearer svc_acme, Bearer svc_acme' } });
      await ask('GET', issue, { credential: null, headers: { authorization: 'bearer   svc_acme' } });
      await ask('GET', '/v1/projects', { credential: 'svc_only_issues:read' });
      await ask('PATCH', issue, { credential: 'svc_only_issues:read', body: { status: 'open' } });
    },
  },
  'what belongs to others is as absent as what does not exist [AUTH-6] [ERR-3]': {
    expected: [404, 404, 404, 404],
    async play(ask) {
      await ask('GET', '/v1/projects/prj_globex/issues/1');
      await ask('GET', '/v1/projects/prj_nothing/issues/1');
      await ask('GET', `${issues}/99`);
      await ask('POST', '/v1/projects/prj_globex/issues/1/comments', { body: { content: 'hi' } });
    },
  },
  'a source that fails too often is locked out for as long as it says [AUTH-7] [ERR-6]': {
    options: everyone,
    expected: [401, 401, 401, 401, 401, 429, 200, 429, 401],
    async play(ask, mock) {
      for (let failure = 0; failure < 6; failure++) await ask('GET', issue, { credential: `svc_guess_${failure}` });
      await ask('GET', issue);
      await mock.clock.advance(899_999);
      await ask('GET', issue, { credential: 'svc_guess' });
      await mock.clock.advance(1);
      await ask('GET', issue, { credential: 'svc_guess' });
    },
  },
  'the request rate is kept, and Retry-After says when there is room [LIM-1] [ERR-6]': {
    options: { rateLimit: { requests: 2 } },
    expected: [200, 404, 429, 200, 429, 200],
    async play(ask, mock) {
      await ask('GET', issue);
      await ask('GET', `${issues}/99`);
      await ask('GET', issue);
      await ask('GET', issue, { credential: 'svc_other' });
      await mock.clock.advance(59_999);
      await ask('GET', issue);
      await mock.clock.advance(1);
      await ask('GET', issue);
    },
  },
  'paths that the API does not have [GEN-6] [GEN-7] [VER-1] [GAP-10] [GAP-25] [GAP-39]': {
    expected: [404, 404, 404, 404, 404, 404, 404, 404, 404],
    async play(ask) {
      await ask('GET', '/v1/projects/');
      await ask('GET', '/v1//projects');
      await ask('GET', '/v1/Projects');
      await ask('GET', '/v2/projects');
      await ask('GET', '/extension/issues');
      await ask('GET', `${issue}/events`);
      await ask('GET', '/v1/projects%2Fprj_web');
      await ask('GET', '/v1/projects/prj%2Fweb/issues');
      await ask('GET', '/');
    },
  },
  'methods that an endpoint does not have [GEN-6] [GAP-25]': {
    expected: [405, 405, 405, 405, 405],
    async play(ask) {
      await ask('POST', issues, { body: { title: 'New' } });
      await ask('DELETE', issue);
      await ask('PUT', issue, { body: {} });
      await ask('PATCH', comments, { body: {} });
      await ask('HEAD', issue);
    },
  },
  'path parameters that are malformed [GAP-31] [ERR-4]': {
    expected: [400, 400, 400, 400, 400],
    async play(ask) {
      for (const number of ['01', '1e1', '%zz']) await ask('GET', `${issues}/${number}`);
      await ask('GET', '/v1/projects/%E0%A4%A/issues');
      await ask('PATCH', '/v1/projects/%zz/issues/0', { body: {} });
    },
  },
  'bodies that are not JSON, or not said to be [GEN-3] [ERR-2] [ERR-4] [GAP-16] [GAP-24] [GAP-33]': {
    options: { readings: { bodyLimit: 100, unknownMembers: 'reject' } },
    expected: [400, 400, 400, 400, 400, 400, 200],
    async play(ask) {
      await ask('PATCH', issue, { body: '{' });
      await ask('PATCH', issue, { body: '' });
      await ask('PATCH', issue, { body: '[]' });
      await ask('PATCH', issue, { body: '{}', headers: { 'content-type': 'text/plain' } });
      await ask('PATCH', issue, { body: { status: 'open', title: 'x' } });
      await ask('PATCH', issue, { body: { status: 'open', title: 'x'.repeat(100) } });
      await ask('PATCH', issue, {
        body: '{"status":"open"}',
        headers: { 'content-type': 'Application/JSON; charset=utf-8' },
      });
    },
  },
  'other readings of the gaps [GAP-5] [GAP-7] [GAP-8] [GAP-9] [GAP-15] [GAP-18] [GAP-19] [GAP-35]': {
    options: {
      readings: {
        statusRefusal: { status: 422, error: 'No' },
        issueOrder: 'oldest',
        commentOrder: 'newest',
        commentStatus: 200,
        errorTexts: { notFound: 'Nothing here' },
        projectsTotal: false,
        listItem: 'alternating',
        emptyTotalPages: 1,
      },
    },
    expected: [422, 200, 200, 200, 404, 200, 200],
    async play(ask) {
      await ask('PATCH', issue, { body: { status: 'closed' } });
      await ask('GET', issues);
      await ask('POST', comments, { body: { content: 'hi' } });
      await ask('GET', comments);
      await ask('GET', '/v1/nothing');
      await ask('GET', '/v1/projects');
      await ask('GET', '/v1/projects/prj_empty/issues');
    },
  },
  'faults that answer in the place of the service [ERR-1] [ERR-5] [GAP-14]': {
    expected: [503, 422, 429, 200, 502, 200],
    async play(ask, { faults }) {
      faults.add({ status: 503 });
      faults.add({ status: 422, body: { error: 'Unprocessable', details: [] } });
      faults.add({ status: 429, headers: { 'retry-after': '3' } });
      faults.add({ body: '<html>garbage' });
      faults.add({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' });
      for (let request = 0; request < 6; request++) await ask('GET', issue);
    },
  },
  'connections that are dropped, before the effect and after it': {
    expected: ['no answer', 200, 'no answer', 200],
    async play(ask, { faults }) {
      faults.add({ endpoint: 'issues.comments.create', drop: true });
      await ask('POST', comments, { body: { content: 'lost' } });
      await ask('GET', comments);
      faults.add({ endpoint: 'issues.comments.create', drop: true, when: 'after' });
      await ask('POST', comments, { body: { content: 'kept' } });
      await ask('GET', comments);
    },
  },
  'bodies that break off': {
    needs: 'truncate',
    expected: ['broken off', 200],
    async play(ask, { faults }) {
      faults.add({ truncate: 20 });
      await ask('GET', issue);
      await ask('GET', issue);
    },
  },
  'what people do, the API shows [STA-5] [STA-6] [AUTH-3]': {
    expected: [200, 200, 200, 401],
    async play(ask, { dashboard }) {
      await dashboard.verify({ projectId: 'prj_web', issueNumber: 1 });
      await dashboard.publishReport({ projectId: 'prj_web', issueNumber: 2 });
      await dashboard.createIssue({ projectId: 'prj_web', title: 'New' });
      await ask('GET', issues);
      const { key: credential } = await dashboard.createApiKey({ organizationId: acme });
      await ask('GET', issue, { credential });
      await ask('GET', `${issues}/6`, { credential });
      await dashboard.revokeApiKey(credential);
      await ask('GET', issue, { credential });
    },
  },
};
