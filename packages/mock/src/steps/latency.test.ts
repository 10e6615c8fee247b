import { createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { internalsOf } from '../mock/internals.ts';
import { drawLatency } from './latency.ts';

function draw(mock: ReturnType<typeof createMock>): number {
  return drawLatency(internalsOf(mock).service.state.settings);
}

test('a mock starts with the latency of its options, which reset() restores', () => {
  const mock = createMock({ latencyMs: 40 });
  expect([mock.settings.latencyMs, draw(mock)]).toEqual([40, 40]);
  mock.settings.change({ latencyMs: 0 });
  expect(draw(mock)).toBe(0);
  mock.reset();
  expect(draw(mock)).toBe(40);
});

test('a latency can be a number or a range', () => {
  const mock = createMock({ latencyMs: [50, 60] });
  for (let round = 0; round < 100; round++) {
    expect(draw(mock)).toBeGreaterThanOrEqual(50);
    expect(draw(mock)).toBeLessThanOrEqual(60);
  }
  expect(() => mock.settings.change({ latencyMs: [2, 1] })).toThrow('must be a range from minimum to maximum');
});

test('the scenario slow has a latency of 3 seconds, whatever the setting', () => {
  const mock = createMock({ latencyMs: 40 });
  mock.scenario = 'slow';
  expect(draw(mock)).toBe(3000);
  mock.scenario = 'normal';
  expect(draw(mock)).toBe(40);
});
