import { expect, test } from 'vitest';
import { against, fulfilled, times } from './against.ts';
import { apiError, type Fate } from './service/answers.ts';

test('[AUTH-7] 30 calls with an unproven key succeed within 40 s if the service hangs for 10 s', async () => {
  const { client, clock, all } = against({ hangs: [0, 10_000] });
  const one = client({ timeout: 2_000, retry: { limit: 8 } });
  const start = clock.now();
  expect(fulfilled(await all(times(30, () => one.issues.get('prj_web', 1))))).toBe(30);
  expect(clock.now() - start).toBeLessThanOrEqual(40_000);
});

test('[AUTH-7] a 404 of the API proves the key, so 30 calls are sent in parallel', async () => {
  const { client, clock, all } = against({ latencyMs: [50, 50] });
  const one = client();
  const start = clock.now();
  expect(fulfilled(await all(times(30, (n) => one.issues.get('prj_web', 1000 + n))))).toBe(0);
  // In fives or so at a time; one after the other they take 3 s.
  expect(clock.now() - start).toBeLessThanOrEqual(1_500);
});

test.each([400, 403])('[AUTH-7] a %i of the API proves the key too', async (status) => {
  const { client, clock, service, all } = against({ latencyMs: [50, 50] });
  service.override = (): Fate => ({ kind: 'answer', answer: apiError(status, 'Insufficient scope') });
  const one = client();
  const start = clock.now();
  expect(fulfilled(await all(times(30, () => one.issues.get('prj_web', 1))))).toBe(0);
  expect(clock.now() - start).toBeLessThanOrEqual(1_500);
});
