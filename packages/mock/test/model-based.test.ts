import { listen } from '@issue-tracking/mock/server';
import { test } from 'vitest';
import { runs } from '../../../tools/testing/seeds.ts';
import { agreesWithTheSpecification } from './model-based.ts';
import { direct } from './whole-api.ts';

const timeout = 600_000;

test('mock.fetch responds like the service of the specification in any order of steps [GAP-20] [LIM-1] [AUTH-7] [EP-6]', {
  timeout,
}, async () => {
  await agreesWithTheSpecification(direct, runs(8, 2_000));
});

test('the HTTP server responds like the service of the specification in any order of steps [GAP-20] [LIM-1] [AUTH-7] [EP-6]', {
  timeout,
}, async () => {
  const http = {
    name: 'the HTTP server',
    async open(mock: Parameters<typeof listen>[0]) {
      const { url, close } = await listen(mock);
      return { fetch: globalThis.fetch, baseUrl: url, close };
    },
  };
  await agreesWithTheSpecification(http, runs(2, 500));
});
