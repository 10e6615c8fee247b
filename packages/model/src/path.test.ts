import { endpoints, fillPath, parsePath } from '@issue-tracking/model';
import { expect, test } from 'vitest';

const { path } = endpoints['issues.get'];

test('parsePath() splits a path into literal segments and parameters', () => {
  expect(parsePath(path)).toEqual([
    { literal: '' },
    { literal: 'api' },
    { literal: 'v1' },
    { literal: 'projects' },
    { param: 'projectId' },
    { literal: 'issues' },
    { param: 'issueNumber' },
  ]);
});

test('parsePath() parses each path once', () => {
  expect(parsePath(path)).toBe(parsePath(path));
});

test('fillPath() encodes a parameter into one segment, whatever characters it has [GAP-39]', () => {
  expect(fillPath(path, { projectId: '../a b?c#%2f', issueNumber: '7' })).toBe(
    '/api/v1/projects/..%2Fa%20b%3Fc%23%252f/issues/7',
  );
});
