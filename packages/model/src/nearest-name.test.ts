import { nearestName } from '@issue-tracking/model';
import { expect, test } from 'vitest';

const known = ['baseUrl', 'headers', 'signal', 'resendAfter', 'max', 'q', 'listItem'];

test.each([
  ['hedders', 'headers'],
  ['HEADERS', 'headers'],
  ['singal', 'signal'],
  ['listItm', 'listItem'],
  ['resend', 'resendAfter'],
  ['maximum', 'max'],
  ['baseURl', 'baseUrl'],
  // Another word and no typo.
  ['token', undefined],
  ['id', undefined],
  ['', undefined],
  ['constructor', undefined],
  ['x'.repeat(100_000), undefined],
])('the nearest name to %.20s is %s', (name, meant) => {
  expect(nearestName(name, known)).toBe(meant);
});

test('no name is nearest when no names are known', () => {
  expect(nearestName('headers', [])).toBeUndefined();
});
