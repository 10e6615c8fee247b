import { createMock } from '@issue-tracking/mock';
import { listen } from '@issue-tracking/mock/server';
import { expect, onTestFinished, test } from 'vitest';
import { SeededRandom } from '../src/platform/seeded-random.ts';
import { attack } from './socket-fuzz.ts';

test.each([1, 2, 3])('no behavior of clients ends the server or its process: seed %i', async (seed) => {
  const mock = createMock({ rateLimit: false });
  const server = await listen(mock);
  onTestFinished(() => server.close());
  const random = new SeededRandom(seed);
  for (let round = 0; round < 50; round++) {
    await Promise.all(Array.from({ length: 20 }, () => attack(server.url, random)));
    // Not the API: one of the attacks adds faults.
    const { status } = await fetch(`${server.url}/__mock/settings.get`, { method: 'POST' });
    expect(status).toBe(200);
  }
});
