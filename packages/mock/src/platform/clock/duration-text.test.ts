import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test.each([
  [0, '0 ms'],
  [250.4, '250 ms'],
  [1000, 'a second'],
  [1549, '1.5 seconds'],
  [59_999, 'a minute'],
  [60_000, 'a minute'],
  [140_000, '2 minutes and 20 seconds'],
  [900_000, '15 minutes'],
  [3_600_000, 'an hour'],
  [90_061_000, 'a day and an hour'],
])('durationText(%s) is "%s"', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
