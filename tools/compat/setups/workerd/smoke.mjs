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
    '20 requests at once, cold',
    () =>
      withWorker({}, async (ask) => {
        const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
        const statuses = answers.map(({ status }) => status);
        check(
          statuses.every((status) => status === 200),
          `20 × 200, saw ${statuses}`,
        );
      }),
  ],
  [
    'queueing at the limit, then going on',
    () =>
      withWorker({ REQUESTS: '5', WINDOW_MS: '500' }, async (ask) => {
        for (let round = 0; round < 3; round++) {
          const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
          const statuses = answers.map(({ status }) => status);
          check(
            statuses.every((status) => status === 200),
            `round ${round}: 8 × 200, saw ${statuses}`,
          );
        }
      }),
  ],
  [
    'what requests had taken that ended early is given back',
    () =>
      withWorker({ REQUESTS: '5', WINDOW_MS: '500', TIMEOUT: '1000' }, async (ask) => {
        for (let round = 0; round < 2; round++) {
          await Promise.all(Array.from({ length: 10 }, () => ask('/abandoned')));
          const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
          const seen = answers.map(({ status }) => status);
          check(
            seen.every((status) => status === 200),
            `round ${round}: 8 × 200, saw ${seen}`,
          );
        }
      }),
  ],
  [
    'a bad key: few failed authentications, every call told',
    () =>
      withWorker({ API_KEY: 'svc_wrong' }, async (ask, mock) => {
        const answers = await Promise.all(Array.from({ length: 20 }, async () => (await ask()).json()));
        check(
          answers.every(({ error }) => error === 'AuthenticationError'),
          `20 × AuthenticationError, saw ${JSON.stringify(answers.at(-1))}`,
        );
        const failures = mock.requests.all().filter(({ status }) => status === 401).length;
        check(failures <= 4, `at most 4 × 401, saw ${failures}`);
        const late = await (await ask()).json();
        check(late.error === 'AuthenticationError', 'a later call to be told too');
      }),
  ],
];
await withWorker({}, async (ask) => {
  for (const [name, problem] of await (await ask('/cases')).json()) {
    cases.push([name, async () => check(!problem, `no error, saw ${problem}`)]);
  }
});
process.exitCode = await runCases(cases);
