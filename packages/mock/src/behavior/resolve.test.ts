import { behaviorOptions, createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { resolveBehavior } from './resolve.ts';

test('the default of a behavior option comes first', () => {
  for (const [name, { choices }] of Object.entries(behaviorOptions)) {
    expect([name, resolveBehavior()[name as keyof typeof behaviorOptions]]).toEqual([name, choices[0]]);
  }
});

test.each([
  [
    { listItem: 'neither' },
    'The behavior option "listItem" must be one of "both", "reporter", "labels", "alternating"; found "neither".',
  ],
  [{ issueOrder: () => 0 }, 'must be one of "newest", "oldest", "updated"; found a function.'],
  [{ commentStatus: 202 }, 'one of 201, 200'],
  [{ statusRejection: { status: 200 } }, 'any status from 400'],
  [{ statusRejection: { status: 403, text: 'x' } }, 'any status from 400'],
  [{ transitions: { open: ['done'] } }, 'a table of the statuses'],
  [{ statusRejection: { status: 400, details: 'yes' } }, 'with details or without'],
  [{ absentValues: null }, 'one of "empty", "null", "omitted"'],
  [{ readLag: -1 }, 'a number of milliseconds'],
  [{ search: 'glob' }, 'one of "substring", "words", "like"'],
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
