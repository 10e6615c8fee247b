import { expect, test } from 'vitest';
import { chosenBehavior } from './choose-behavior.ts';

test.each([
  ['absentValues=null', { absentValues: 'null' }],
  ['apiAuthorName=Bot of {organization}', { apiAuthorName: 'Bot of {organization}' }],
  ['counts=all', { counts: 'all' }],
  ['priorityUpdatedAt=stays', { priorityUpdatedAt: 'stays' }],
  ['inactiveOrganizationKey=reject', { inactiveOrganizationKey: 'reject' }],
  ['lockoutStatus=403', { lockoutStatus: 403 }],
  ['lockoutStatus=429-without-retry-after', { lockoutStatus: '429-without-retry-after' }],
  ['statusRejection={"status":400,"details":true}', { statusRejection: { status: 400, details: true } }],
  ['numbers=coerce', { numbers: 'coerce' }],
  ['head=reject', { head: 'reject' }],
  ['commentText=lf', { commentText: 'lf' }],
  ['listCap={"last":5}', { listCap: { last: 5 } }],
  ['projectOrder=newest', { projectOrder: 'newest' }],
  ['entryOrder=stored', { entryOrder: 'stored' }],
  ['ties=unstable', { ties: 'unstable' }],
  ['unknownParameters=reject', { unknownParameters: 'reject' }],
  ['letterCase=any', { letterCase: 'any' }],
  ['search=words', { search: 'words' }],
  ['search=like', { search: 'like' }],
  ['cors=none', { cors: 'none' }],
  ['readLag=250', { readLag: 250 }],
  ['pagePastEnd=404', { pagePastEnd: 404 }],
])('--behavior %s sets %j', (text, behavior) => {
  expect(chosenBehavior([text])).toEqual(behavior);
});

test.each([
  ['search=glob', 'search must be substring, words or like'],
  ['counts=none', 'counts must be errors or all'],
  ['listCap={"first":0}', 'listCap must be false, {"first":20} or {"first":N} or {"last":N}, N from 1, as JSON'],
  ['readLag=-1', 'readLag must be 0, 100 or a number of milliseconds, as JSON'],
])('--behavior %s is rejected: %s', (text, message) => {
  expect(() => chosenBehavior([text])).toThrow(message);
});
