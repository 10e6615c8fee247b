import { behaviorOptions, createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { resolveBehavior } from './resolve.ts';

test('each gap with choices has a behavior option, whose default comes first', () => {
  const gaps = new Set(Object.values(behaviorOptions).flatMap(({ gap, also = gap }) => [gap, also]));
  // GAP-21 is the option `source`, GAP-14 and GAP-10 are faults and the SDK's low-level request.
  const withChoices = [4, 5, 6, 7, 8, 9, 15, 16, 17, 18, 19, 22, 23, 24, 27, 28, 30, 31, 32, 35, 36, 37];
  for (let gap = 40; gap <= 60; gap++) withChoices.push(gap);
  expect([...gaps].map((gap) => Number(gap.slice(4))).sort((a, b) => a - b)).toEqual(withChoices);
  for (const [name, { choices }] of Object.entries(behaviorOptions)) {
    expect([name, resolveBehavior()[name as keyof typeof behaviorOptions]]).toEqual([name, choices[0]]);
  }
});

test.each([
  [
    { listItem: 'neither' },
    'The behavior option "listItem" must be one of "both", "reporter", "labels", "alternating"; found "neither".',
  ],
  [{ issueOrder: 'random' }, 'or a comparator of two issues'],
  [{ commentStatus: 202 }, 'one of 201, 200'],
  [{ bodyLimit: 0 }, 'a number of bytes'],
  [{ statusRejection: { status: 200 } }, 'any status from 400'],
  [{ statusRejection: { status: 403, text: 'x' } }, 'any status from 400'],
  [{ transitions: { open: ['done'] } }, 'a table of the statuses'],
  [{ errorTexts: { nothing: 'x' } }, 'any of the texts unauthenticated'],
  [{ tokenRateLimit: { requests: 0 } }, 'a rate such as'],
  [{ statusRejection: { status: 400, details: 'yes' } }, 'with details or without'],
  [{ absentValues: null }, 'one of "empty", "null", "omitted"'],
  [{ apiAuthorName: 1 }, 'or any text'],
  [{ counts: { consoleErrors: 'all' } }, 'functions consoleErrors and networkErrors'],
  [{ counts: { errors: () => true } }, 'functions consoleErrors and networkErrors'],
  [{ listCap: { first: 1, last: 1 } }, '{"first":N} or {"last":N}'],
  [{ listCap: {} }, '{"first":N} or {"last":N}'],
  [{ readLag: -1 }, 'a number of milliseconds'],
  [{ search: 'glob' }, 'one of "substring", "words", "like"'],
  [{ search: 'regex' }, 'a predicate'],
  [{ listitem: 'both' }, 'There is no behavior option "listitem": did you mean "listItem"?'],
])('createMock() rejects the behavior option %j: %s', (behavior, message) => {
  // Possible in JavaScript and on the command line.
  expect(() => createMock({ behavior: behavior as never })).toThrow(message);
});

test.each([{ rateLimit: { requests: -1 } }, { rateLimit: { requests: 1.5 } }, { rateLimit: { windowMs: -1 } }])(
  'createMock() rejects the option %j',
  (options) => {
    expect(() => createMock(options)).toThrow('must be a whole number from');
  },
);
