import { expect, test } from 'vitest';
import { chosenBehavior } from './choose-behavior.ts';

test.each([
  ['absentValues=null', { absentValues: 'null' }],
  ['statusRejection={"status":400,"details":true}', { statusRejection: { status: 400, details: true } }],
  ['unknownParameters=reject', { unknownParameters: 'reject' }],
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
  ['readLag=-1', 'readLag must be 0, 100 or a number of milliseconds, as JSON'],
])('--behavior %s is rejected: %s', (text, message) => {
  expect(() => chosenBehavior([text])).toThrow(message);
});
