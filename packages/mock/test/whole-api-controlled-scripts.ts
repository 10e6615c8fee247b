import { acme } from './fixture.ts';
import { comments, issue, issues, type Script } from './whole-api-script.ts';

/** Scripts with time, behavior, faults and changes of records. */
export const controlledScripts: Readonly<Record<string, Script>> = {
  'a source with too many failed authentications is locked out until Retry-After [AUTH-7] [ERR-6]': {
    options: { source: () => 'everyone' },
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
  'requests over the rate limit get 429 until Retry-After [LIM-1] [ERR-6]': {
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
  'paths that the API lacks get 404 [GEN-6] [GEN-7] [VER-1] [GAP-10] [GAP-25] [GAP-39]': {
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
  'methods that an endpoint lacks get 405 [GEN-6] [GAP-25]': {
    expected: [405, 405, 405, 405],
    async play(ask) {
      await ask('POST', issues, { body: { title: 'New' } });
      await ask('DELETE', issue);
      await ask('PUT', issue, { body: {} });
      await ask('PATCH', comments, { body: {} });
    },
  },
  'HEAD gets the response to GET without a body [GAP-48]': {
    expected: [200, 200, 404, 401],
    async play(ask) {
      await ask('HEAD', issue);
      await ask('HEAD', issues);
      await ask('HEAD', `${issues}/99`);
      await ask('HEAD', issue, { credential: 'svc_unknown' });
    },
  },
  'malformed path parameters get 400 [GAP-31] [ERR-4]': {
    expected: [400, 400, 400, 400, 400],
    async play(ask) {
      for (const number of ['01', '1e1', '%zz']) await ask('GET', `${issues}/${number}`);
      await ask('GET', '/v1/projects/%E0%A4%A/issues');
      await ask('PATCH', '/v1/projects/%zz/issues/0', { body: {} });
    },
  },
  'bodies that are not JSON, have a wrong type or are too long get 400 [GEN-3] [ERR-2] [ERR-4] [GAP-16] [GAP-24] [GAP-33]':
    {
      options: { behavior: { unknownMembers: 'reject' } },
      expected: [400, 400, 400, 400, 400, 200, 200, 400],
      async play(ask) {
        await ask('PATCH', issue, { body: '{' });
        await ask('PATCH', issue, { body: '' });
        await ask('PATCH', issue, { body: '[]' });
        await ask('PATCH', issue, { body: '{}', headers: { 'content-type': 'text/plain' } });
        await ask('PATCH', issue, { body: { status: 'open', title: 'x' } });
        await ask('PATCH', issue, {
          body: '{"status":"open"}',
          headers: { 'content-type': 'Application/JSON; charset=utf-8' },
        });
        // As long as it may be, and one byte longer.
        for (const length of [1_048_576, 1_048_577])
          await ask('PATCH', issue, { body: '{"status":"open"}'.padEnd(length) });
      },
    },
  'other behavior options apply [GAP-5] [GAP-7] [GAP-8] [GAP-9] [GAP-15] [GAP-18] [GAP-19] [GAP-35] [GAP-58]': {
    options: {
      behavior: {
        statusRejection: { status: 422, error: 'No' },
        issueOrder: 'oldest',
        commentOrder: 'newest',
        commentStatus: 200,
        projectsTotal: false,
        listItem: 'alternating',
        pagePastEnd: 404,
      },
    },
    expected: [422, 200, 200, 200, 404, 200, 200, 404],
    async play(ask) {
      await ask('PATCH', issue, { body: { status: 'closed' } });
      await ask('GET', issues);
      await ask('POST', comments, { body: { content: 'hi' } });
      await ask('GET', comments);
      await ask('GET', '/v1/nothing');
      await ask('GET', '/v1/projects');
      await ask('GET', '/v1/projects/prj_empty/issues');
      await ask('GET', '/v1/projects/prj_empty/issues?page=2');
    },
  },
  'faults replace responses [ERR-1] [ERR-5] [GAP-14]': {
    hasFaults: true,
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
  'connections can be dropped before and after the effect': {
    hasFaults: true,
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
  'bodies can be truncated': {
    hasFaults: true,
    needs: 'truncate',
    expected: ['broken off', 200],
    async play(ask, { faults }) {
      faults.add({ truncate: 20 });
      await ask('GET', issue);
      await ask('GET', issue);
    },
  },
  'changes by users show in the API [STA-5] [STA-6] [AUTH-3]': {
    expected: [200, 200, 200, 401],
    async play(ask, { world }) {
      world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { status: 'verified' });
      world.issues.update({ projectId: 'prj_web', issueNumber: 2 }, { status: 'closed' });
      world.issues.create({ projectId: 'prj_web', title: 'New' });
      await ask('GET', issues);
      const { key: credential } = world.apiKeys.create({ organizationId: acme });
      await ask('GET', issue, { credential });
      await ask('GET', `${issues}/6`, { credential });
      world.apiKeys.update({ key: credential }, { revoked: true });
      await ask('GET', issue, { credential });
    },
  },
};
