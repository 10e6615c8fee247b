import { type Endpoint, endpoints } from '@issue-tracking/model';
import { globex } from './fixture.ts';
import { controlledScripts } from './whole-api-controlled-scripts.ts';
import { comments, issue, issues, type Script } from './whole-api-script.ts';

const reads = Object.values<Endpoint>(endpoints).filter(
  ({ method, path }) => method === 'GET' && path.includes('{issueNumber}'),
);

/** The whole API, so that every adapter can be held to the same. */
export const scripts: Readonly<Record<string, Script>> = {
  'projects are listed, filtered and limited to the organizations of the caller [EP-1] [EP-2] [EP-3] [EP-4] [RES-1]': {
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
  // Every read of an issue that the table has.
  'an issue and its captured entries can be read [EP-8] [EP-11] [EP-13] [EP-14] [EP-15] [EP-16] [EP-17]': {
    expected: [...reads.map(({ success }) => success), 200, 400],
    async play(ask) {
      for (const { path } of reads) await ask('GET', path.replace(/^.*\{issueNumber\}/, issue));
      await ask('GET', `${issue}/console-logs?level=error`);
      await ask('GET', `${issue}/console-logs?level=debug`);
    },
  },
  'an issue can be changed, except to a status that the API cannot set [EP-9] [EP-10] [STA-3] [STA-4] [STA-5] [STA-6]':
    {
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
  'a comment can be added, in any Unicode script [EP-12] [RES-5] [GEN-2]': {
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
  'a project of another organization gets the same 404 as an unknown project [AUTH-6] [ERR-3]': {
    expected: [404, 404, 404, 404],
    async play(ask) {
      await ask('GET', '/v1/projects/prj_globex/issues/1');
      await ask('GET', '/v1/projects/prj_nothing/issues/1');
      await ask('GET', `${issues}/99`);
      await ask('POST', '/v1/projects/prj_globex/issues/1/comments', { body: { content: 'hi' } });
    },
  },
  ...controlledScripts,
};
