import { expect, test } from 'vitest';
import { findRuleProblems, readRuleFiles, type Texts } from './rules.ts';

const sections = {
  Limits: {
    'LIM-1': { says: 'So many requests.', by: ['mock', 'sdk'] },
    'LIM-2': { says: 'Nothing is done about it.', byAbsence: true },
    'LIM-3': { says: 'Later.', notBuilt: true },
  },
  Gaps: { 'GAP-1': { says: 'Nobody knows.' } },
} as const;

const sound: Texts = {
  'packages/mock/src/limit.ts': 'if (full) {\n  // enforces LIM-1\n  throw refused; // GAP-1\n}',
  'packages/sdk/src/wait.ts': '  // enforces LIM-1\n  await room;',
  'packages/mock/src/limit.test.ts': "test('so many pass [LIM-1] [LIM-2] [GAP-1]', () => {});",
};

/** Returns the problems with these files added, or in place of those of the same path. */
function problemsWith(texts: Texts): string[] {
  return findRuleProblems(sections, readRuleFiles({ ...sound, ...texts }));
}

test('enforced, tested, omitted and unbuilt rules cause no problem', () => {
  expect(problemsWith({})).toEqual([]);
});

test('an unknown ID is reported with its file', () => {
  expect(problemsWith({ 'docs/contributing/decisions.md': 'because of LIM-9' })).toEqual([
    'LIM-9, which docs/contributing/decisions.md names, is not in packages/cli/src/rules.ts.',
  ]);
});

test('a range of IDs names each ID within it', () => {
  expect(problemsWith({ 'packages/mock/src/other.ts': '// LIM-1 to LIM-4' })).toEqual([
    'LIM-4, which packages/mock/src/other.ts names, is not in packages/cli/src/rules.ts.',
  ]);
});

test('a rule needs an "enforces" comment in each package that must enforce it, and a mention is not enough', () => {
  expect(problemsWith({ 'packages/sdk/src/wait.ts': '/** At most so many (LIM-1). */' })).toEqual([
    'Nothing under packages/sdk/src has "// enforces LIM-1" beside the code that does it.',
  ]);
  expect(problemsWith({ 'packages/sdk/src/wait.ts': '', 'packages/mock/src/limit.ts': '// GAP-1' })).toHaveLength(2);
});

test('a rule that the model enforces counts for both mock and SDK, because both use the model', () => {
  const texts = { 'packages/sdk/src/wait.ts': '', 'packages/model/src/limits.ts': '// enforces GAP-1, LIM-1' };
  expect(problemsWith(texts)).toEqual([]);
});

test('a gap needs a source file that names it', () => {
  expect(problemsWith({ 'packages/mock/src/limit.ts': '// enforces LIM-1' })).toEqual([
    'No source under packages/*/src names GAP-1: say where it is decided.',
  ]);
});

test('a rule needs a test with its ID in the title, and a comment is not enough', () => {
  expect(
    problemsWith({ 'packages/mock/src/limit.test.ts': "// LIM-1\ntest('so many [LIM-2] [GAP-1]', () => {});" }),
  ).toEqual([expect.stringContaining('No test has [LIM-1] in its title')]);
});

test('a rule with a test must not be marked as not built', () => {
  expect(problemsWith({ 'packages/shop/test/later.test.ts': "test('later [LIM-3]', () => {});" })).toEqual([
    'LIM-3 has a test now: remove its `notBuilt` in packages/cli/src/rules.ts.',
  ]);
});

test.each([
  'README.md',
  'packages/shop/README.md',
  'docs/client/limits.md',
  'docs/reference/x.md',
  'docs/openapi.json',
])('%s is a page for users and must not name a rule', (path) => {
  expect(problemsWith({ [path]: 'LIM-1 to LIM-2' })).toEqual([
    `${path} names LIM-1, LIM-2: pages for users say it in words.`,
  ]);
});
