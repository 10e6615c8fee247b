import { expect, test } from 'vitest';
import { listItem } from '../../test/support/records.ts';
import type { Core } from '../call/core.ts';
import { seenIssues } from './read-issue.ts';

// It is only ever compared.
const client = () => ({}) as Core;

test('a client remembers the last 10,000 issues that it saw, each by its project, and not all that ever were', () => {
  const seen = seenIssues(client());
  for (let first = 1; first < 30_000; first += 100) {
    const page = Array.from({ length: 100 }, (_, n) => listItem(first + n));
    seen.add(`prj_${first % 300}`, page);
  }
  const remembered = (number: number) => {
    const first = number - ((number - 1) % 100);
    return seen.find({ projectId: `prj_${first % 300}`, issueNumber: number }) !== undefined;
  };
  for (let number = 20_001; number <= 30_000; number++) expect(remembered(number)).toBe(true);
  for (let number = 1; number <= 10_000; number++) expect(remembered(number)).toBe(false);
  expect(seen.find({ projectId: 'prj_other', issueNumber: 30_000 })).toBeUndefined();
});

test('an issue is as it was seen last', () => {
  const seen = seenIssues(client());
  for (let n = 0; n < 30_000; n++) seen.add('prj_web', [{ ...listItem(7), updatedAt: `${n}` }]);
  seen.add('prj_web', [{ ...listItem(7), status: 'blocked' }]);
  expect(seen.find({ projectId: 'prj_web', issueNumber: 7 })).toMatchObject({ status: 'blocked' });
  expect(seenIssues(client()).find({ projectId: 'prj_web', issueNumber: 7 })).toBeUndefined();
});
