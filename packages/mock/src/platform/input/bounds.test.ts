import { createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { serve } from '../../../test/served.ts';

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was accepted.');
}

test('the error for many unknown members lists the first 20 and counts the rest', () => {
  const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, 1]));
  const lines = messageOf(() => createMock().faults.add({ ...members, status: 500 } as never)).split('\n');
  expect(lines).toHaveLength(21);
  expect(lines[19]).toContain('"k19"');
  expect(lines[20]).toBe('A fault has 99980 more members that it may not have.');
});

test('the error for many invalid members lists the first thousand and counts the rest', async () => {
  const { control } = await serve();
  const many = await control('tenant', { issues: Array.from({ length: 2000 }, () => ({ status: 'x' })) });
  expect(many.status).toBe(400);
  expect((many.body as { details: unknown[] }).details).toHaveLength(1001);
});

test.each([1e308, Number.POSITIVE_INFINITY, 2_147_483_648])(
  'a delay of %d is rejected, because no timer accepts it',
  (delay) => {
    const { settings, faults } = createMock();
    expect(() => settings.change({ latencyMs: delay })).toThrow('must be a number from 0 to 2147483647');
    expect(() => faults.add({ delayMs: [0, delay] })).toThrow('must be a number from 0 to 2147483647');
  },
);
