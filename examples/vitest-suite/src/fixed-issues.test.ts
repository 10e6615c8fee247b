import { expect, test } from 'vitest';
import { fixedIssues } from './fixed-issues.ts';

test('a commit fixes each issue that it names after a closing keyword', () => {
  const commits = [
    { sha: 'a1', message: 'Ask once before paying\n\nFixes #12, #15 and #16.' },
    { sha: 'b2', message: 'Tidy up, see #99' },
    { sha: 'c3', message: 'closed #12; resolves #7' },
  ];
  expect([...fixedIssues(commits)].map(([issueNumber, { sha }]) => [issueNumber, sha])).toEqual([
    [12, 'a1'],
    [15, 'a1'],
    [16, 'a1'],
    [7, 'c3'],
  ]);
});
