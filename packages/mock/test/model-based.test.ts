import { listen } from '@issue-tracking/mock/server';
import { test } from 'vitest';
import { runs } from '../../../tools/test/seeds.ts';
import { agreesWithNaiveService } from './model-based.ts';
import { direct } from './whole-api.ts';

const timeout = 600_000;

test('mock.fetch gives the responses of the reference service in any order of steps [GAP-20] [LIM-1] [AUTH-7] [EP-6]', {
  timeout,
}, async () => {
  await agreesWithNaiveService(direct, runs(200, 2_000));
});

test('the HTTP server gives the responses of the reference service in any order of steps [GAP-20] [LIM-1] [AUTH-7] [EP-6]', {
  timeout,
}, async () => {
  const http = {
    name: 'the HTTP server',
    async open(mock: Parameters<typeof listen>[0]) {
      const { url, close } = await listen(mock);
      return { fetch: globalThis.fetch, baseUrl: url, close };
    },
  };
  await agreesWithNaiveService(http, runs(50, 500));
});
