import { listen } from '@issue-tracking/mock/server';
import { test } from 'vitest';
import { agreesWithNaiveService } from './model-based.ts';
import { direct } from './whole-api.ts';

const long = process.env['LONG'];
const timeout = 600_000;

test('whatever happens in whatever order, mock.fetch answers as a naive service does [GAP-20] [LIM-1] [AUTH-7] [EP-6]', {
  timeout,
}, async () => {
  await agreesWithNaiveService(direct, long ? 20_000 : 2000);
});

test('whatever happens in whatever order, the server answers as a naive service does [GAP-20] [LIM-1] [AUTH-7] [EP-6]', {
  timeout,
}, async () => {
  const http = {
    name: 'the HTTP server',
    async open(mock: Parameters<typeof listen>[0]) {
      const { url, close } = await listen(mock);
      return { fetch: globalThis.fetch, baseUrl: url, close };
    },
  };
  await agreesWithNaiveService(http, long ? 5000 : 500);
});
