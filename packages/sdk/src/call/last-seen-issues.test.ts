import { expect, test } from 'vitest';
import { listItem } from '../../test/support/records.ts';
import { LastSeenIssues } from './last-seen-issues.ts';

test('10,000 issues are remembered by project, and those that were seen first are forgotten first', () => {
  const seen = new LastSeenIssues();
  for (let first = 1; first < 30_000; first += 100) {
    const page = Array.from({ length: 100 }, (_, n) => listItem(first + n));
    seen.add(`prj_${first % 300}`, page);
  }
  const isRemembered = (number: number) => {
    const first = number - ((number - 1) % 100);
    return seen.find(`prj_${first % 300}`, number) !== undefined;
  };
  for (let number = 20_001; number <= 30_000; number++) expect(isRemembered(number)).toBe(true);
  for (let number = 1; number <= 10_000; number++) expect(isRemembered(number)).toBe(false);
  expect(seen.find('prj_other', 30_000)).toBeUndefined();
});

test('an issue is remembered in its latest version', () => {
  const seen = new LastSeenIssues();
  for (let n = 0; n < 30_000; n++) seen.add('prj_web', [{ ...listItem(7), updatedAt: `${n}` }]);
  seen.add('prj_web', [{ ...listItem(7), status: 'blocked' }]);
  expect(seen.find('prj_web', 7)).toMatchObject({ status: 'blocked' });
  expect(new LastSeenIssues().find('prj_web', 7)).toBeUndefined();
});
