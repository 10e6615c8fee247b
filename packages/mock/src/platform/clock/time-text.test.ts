import { expect, test } from 'vitest';
import { timeText } from './time-text.ts';

test.each([
  ['2026-05-01T12:00:30.000Z', '12:00:30 UTC'],
  ['2026-05-01T12:00:29.001Z', '12:00:30 UTC'],
  ['2026-05-01T23:59:59.999Z', '2026-05-02 00:00:00 UTC'],
  ['2026-04-30T12:00:00.000Z', '2026-04-30 12:00:00 UTC'],
])('timeText(%s) on 2026-05-01 is "%s"', (at, text) => {
  expect(timeText(Date.parse(at), Date.parse('2026-05-01T10:00:00.000Z'))).toBe(text);
});
