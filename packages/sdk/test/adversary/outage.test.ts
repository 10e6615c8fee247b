import { expect, test } from 'vitest';
import { against, fulfilled, times } from './against.ts';
import { apiError, type Fate } from './service/answers.ts';

const forever = [0, Number.POSITIVE_INFINITY] as const;

test.each([500, 1_000])(
  '[AUTH-7] 30 calls with an unproven key and a timeout of %i ms all end within two timeouts if the service hangs',
  async (timeout) => {
    const { client, clock, all } = against({ hangs: forever });
    const one = client({ timeout, retry: false });
    const start = clock.now();
    const results = await all(times(30, () => one.issues.get('prj_web', 1)));
    expect(fulfilled(results)).toBe(0);
    expect(clock.now() - start).toBeLessThanOrEqual(2 * timeout + 100);
  },
);

test('[AUTH-7] ten calls with default retries and a timeout of 1 s end within 20 s if the service hangs', async () => {
  const { client, clock, all } = against({ hangs: forever });
  const one = client({ timeout: 1_000 });
  const start = clock.now();
  await all(times(10, () => one.issues.get('prj_web', 1)));
  // Five attempts of a second, and four waits of 0.5, 1, 2 and 4 s at most.
  expect(clock.now() - start).toBeLessThanOrEqual(20_000);
});

test('[AUTH-7] calls end by their deadline if the service hangs', async () => {
  const { client, clock, all } = against({ hangs: forever });
  const one = client({ timeout: 1_000, deadline: 5_000 });
  const start = clock.now();
  await all(times(30, () => one.issues.get('prj_web', 1)));
  expect(clock.now() - start).toBeLessThanOrEqual(5_000);
});

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
