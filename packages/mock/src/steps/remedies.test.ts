import { expect, test } from 'vitest';
import { serve } from '../../test/served.ts';

type Served = Awaited<ReturnType<typeof serve>>;
interface Case {
  readonly send: (served: Served) => Promise<unknown>;
  readonly texts: readonly string[];
}

const issue = '/projects/prj_web/issues/1';

const cases: Record<string, Case> = {
  'no key': {
    send: ({ as }) => as(null).get(issue),
    texts: ['Send it with acme'],
  },
  'a wrong key': { send: ({ as }) => as('svc_wrong').get('/projects'), texts: ['Send it with acme'] },
  'an expired key': {
    send: ({ as }) => as('svc_expired').get(issue),
    texts: ['Send it with acme', 'Never let it expire'],
  },
  'a revoked token': {
    async send({ as, mock }) {
      mock.world.accessTokens.update({ token: 'oat_ada' }, { revoked: true });
      await as('oat_ada').get('/projects/prj_globex/issues/1');
    },
    texts: ['Send it with globex', 'Restore it'],
  },
  'a missing scope': {
    send: ({ as }) => as('svc_only_issues:read').patch(issue, { priority: 'low' }),
    texts: ['Send it with acme', expect.stringMatching(/^Give acme-\d the scope issues:write$/)],
  },
  'the scope of a token': {
    async send({ as, mock }) {
      mock.world.accessTokens.update({ token: 'oat_ada' }, { scopes: ['issues:read'] });
      await as('oat_ada').patch('/projects/prj_globex/issues/1', { priority: 'low' });
    },
    texts: ['Send it with globex', expect.stringContaining('the scope issues:write')],
  },
  'a project of another organization': {
    send: ({ as }) => as('svc_globex').get(issue),
    texts: ['Send it with acme'],
  },
  'an unknown project': {
    send: ({ get }) => get('/projects/prj_new/issues'),
    texts: ['Create project prj_new in Acme'],
  },
  'an unknown issue': { send: ({ get }) => get('/projects/prj_web/issues/99'), texts: ['Create issue 99 in prj_web'] },
  'a misspelt path': {
    send: ({ get }) => get('/projects/prj_web/issue/1?x=1'),
    texts: ['Send it to /api/v1/projects/prj_web/issues/1'],
  },
  'the rate limit': {
    async send({ get, mock }) {
      mock.settings.change({ rateLimit: { requests: 1, windowMs: 90_000 } });
      await get('/projects');
      await mock.clock.advance(20_400);
      await get('/projects');
    },
    texts: ['Set the clock to 12:01:30 UTC', 'Switch the rate limit off'],
  },
  'a rate limit that has room again': {
    async send({ get, mock }) {
      mock.settings.change({ rateLimit: { requests: 1 } });
      for (let sent = 0; sent < 2; sent++) await get('/projects');
      await mock.clock.advance(60_000);
    },
    texts: ['Send it again'],
  },
  'a rate of 0': {
    async send({ get, mock }) {
      mock.settings.change({ rateLimit: { requests: 0 } });
      await get('/projects');
    },
    texts: ['Switch the rate limit off'],
  },
  'a fault that is used up': {
    async send({ get, mock }) {
      mock.faults.add({ status: 503 });
      await get('/projects');
    },
    texts: ['Send it again'],
  },
  'a scenario': {
    async send({ get, mock }) {
      mock.scenario = 'failing';
      for (let sent = 0; sent < 20 && mock.requests.last()?.reason !== 'scenario'; sent++) await get('/projects');
    },
    texts: ['Return to the scenario normal'],
  },
};

/** Each remedy of each case, by its place. */
const each = Object.entries(cases).flatMap(([name, { send, texts }]) =>
  texts.map((_, at) => [name, send, texts, at] as const),
);

test.each(each)('%s: a remedy lets the request succeed', async (_, send, texts, at) => {
  const served = await serve({}, { source: 'credential' });
  await send(served);
  const steps = served.mock.why();
  const remedies = steps.flatMap(({ remedies: found = [] }) => found);
  expect(remedies.map(({ text }) => text)).toEqual(texts);
  for (const text of remedies.map((remedy) => remedy.text)) expect(String(steps)).toContain(`remedy: ${text}.`);
  const number = served.mock.requests.last()?.number;
  const { method, input } = remedies[at] ?? { method: '' };
  const applied = await served.control(method, input);
  expect(applied.status).toBe(200);
  const last = method === 'requests.replay' ? applied : await served.control('requests.replay', { number });
  expect(last.body).toMatchObject({ status: 200 });
});

test('a lockout ends by the clock, and a fault that goes on can be switched off', async () => {
  const served = await serve({}, { source: 'credential' });
  for (let failed = 0; failed < 6; failed++) await served.as('svc_wrong').get('/projects');
  const texts = () => served.mock.why().flatMap(({ remedies = [] }) => remedies.map(({ text }) => text));
  expect(texts()).toEqual([
    expect.stringMatching(/^Lift the lockout of svc_… #\w{4}$/),
    'Set the clock to 12:15:00 UTC',
  ]);
  await served.mock.clock.advance(900_000);
  expect(texts()).toEqual(['Send it again']);
  served.mock.faults.add({ drop: true, times: null });
  await served.get('/projects').catch(() => {});
  expect(texts()).toEqual(['Send it again', 'Switch fault-1 off']);
});

test('a success, a wrong method, an invalid body and an unknown path of a write have no remedy', async () => {
  const { mock, get, post, patch } = await serve();
  await get('/projects');
  await post('/projects', {});
  await patch(issue, { status: 'done' });
  await post('/project', {});
  for (const entry of mock.requests.all())
    expect(mock.why(entry).filter(({ remedies }) => remedies !== undefined)).toEqual([]);
});

test('a request that the log has forgotten is not sent again', async () => {
  const { mock, as } = await serve({}, { requestLog: { bytes: 1 } });
  await as('svc_wrong').get('/projects');
  await as('svc_wrong').get('/projects');
  expect(mock.why({ number: 1 }).some(({ remedies }) => remedies)).toBe(false);
});
