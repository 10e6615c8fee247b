import { endpoints, fillPath, parsePath } from '@issue-tracking/model';
import { expect, test } from 'vitest';

const { path } = endpoints['issues.get'];

test('a path is its segments, each a text or the name of a parameter', () => {
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

test('a path is parsed once', () => {
  expect(parsePath(path)).toBe(parsePath(path));
});

test('a parameter stays one segment, with any text in it [GAP-39]', () => {
  expect(fillPath(path, { projectId: '../a b?c#%2f', issueNumber: '7' })).toBe(
    '/api/v1/projects/..%2Fa%20b%3Fc%23%252f/issues/7',
  );
});
