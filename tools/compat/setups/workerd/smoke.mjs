// Runs the Worker in workerd, and the mock that it calls over the network in this process.

import { createMock } from '@issue-tracking/mock';
import { listen } from '@issue-tracking/mock/server';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { runCases } from './smoke/smoke.mjs';

const { outputFiles } = await build({
  entryPoints: ['worker.js'],
  bundle: true,
  format: 'esm',
  conditions: ['workerd', 'worker', 'browser'],
  write: false,
});
const script = outputFiles[0].text;

const [compatibilityDate] = process.argv.slice(2);

async function withWorker(bindings, use) {
  const mock = createMock({ rateLimit: false });
  const server = await listen(mock);
  const defaults = { BASE_URL: server.url, API_KEY: 'svc_mock', REQUESTS: '100', WINDOW_MS: '60000', TIMEOUT: '30000' };
  const worker = new Miniflare({ script, modules: true, compatibilityDate, bindings: { ...defaults, ...bindings } });
  try {
    await worker.ready;
    await use((path = '/') => worker.dispatchFetch(`http://worker.test${path}`), mock);
  } finally {
    await worker.dispose();
    await server.close();
  }
}

function check(holds, what) {
  if (!holds) throw new Error(`expected ${what}`);
}

const cases = [
  [
    '20 simultaneous requests to a cold worker succeed',
    () =>
      withWorker({}, async (send) => {
        const responses = await Promise.all(Array.from({ length: 20 }, () => send()));
        const statuses = responses.map(({ status }) => status);
        check(
          statuses.every((status) => status === 200),
          `20 × 200, saw ${statuses}`,
        );
      }),
  ],
  [
    'requests above the rate wait and then succeed',
    () =>
      withWorker({ REQUESTS: '5', WINDOW_MS: '500' }, async (send) => {
        for (let round = 0; round < 3; round++) {
          const responses = await Promise.all(Array.from({ length: 8 }, () => send()));
          const statuses = responses.map(({ status }) => status);
          check(
            statuses.every((status) => status === 200),
            `round ${round}: 8 × 200, saw ${statuses}`,
          );
        }
      }),
  ],
  [
    'requests that end early release their slots',
    () =>
      withWorker({ REQUESTS: '5', WINDOW_MS: '500', TIMEOUT: '1000' }, async (send) => {
        for (let round = 0; round < 2; round++) {
          await Promise.all(Array.from({ length: 10 }, () => send('/abandoned')));
          const responses = await Promise.all(Array.from({ length: 8 }, () => send()));
          const seen = responses.map(({ status }) => status);
          check(
            seen.every((status) => status === 200),
            `round ${round}: 8 × 200, saw ${seen}`,
          );
        }
      }),
  ],
  [
    'a list that is made outside a request can be read in one',
    () =>
      withWorker({}, async (send) => {
        const page = await (await send('/at-start')).json();
        check(page.total === 0, `a total of 0, saw ${JSON.stringify(page)}`);
      }),
  ],
  [
    'an invalid key causes at most four failed authentications, and every call rejects',
    () =>
      withWorker({ API_KEY: 'svc_wrong' }, async (send, mock) => {
        const responses = await Promise.all(Array.from({ length: 20 }, async () => (await send()).json()));
        check(
          responses.every(({ error }) => error === 'AuthenticationError'),
          `20 × AuthenticationError, saw ${JSON.stringify(responses.at(-1))}`,
        );
        const failures = mock.requests.all().filter(({ status }) => status === 401).length;
        check(failures <= 4, `at most 4 × 401, saw ${failures}`);
        const late = await (await send()).json();
        check(late.error === 'AuthenticationError', 'a later call to reject too');
      }),
  ],
];
await withWorker({}, async (send) => {
  for (const [name, problem] of await (await send('/cases')).json()) {
    cases.push([name, async () => check(!problem, `no error, saw ${problem}`)]);
  }
});
process.exitCode = await runCases(cases);
