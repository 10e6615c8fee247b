import { expect, test } from 'vitest';
import { apiChanges, sortLiteralUnions } from './api-changes.ts';
import { bumpOf, covers, neededBump } from './changesets.ts';

const report = (code: string) => `## API Report File\n\n\`\`\`ts\n\n${code}\n\n\`\`\`\n`;
const before = report(`// @public
export interface ClientOptions {
    deadline?: number;
    logLevel?: LogLevel;
}

// @public
export interface Issue {
    // (undocumented)
    readonly title: string;
    readonly number: number;
}

// @public
export interface IssueContext {
    issue: Issue;
}

// @public
export type LogLevel = 'off' | 'warn';`);

test.each([
  [
    'a renamed option',
    before.replace('deadline?', 'totalTimeout?'),
    [
      ['break', '- export interface ClientOptions: deadline?: number;'],
      ['addition', '+ export interface ClientOptions: totalTimeout?: number;'],
    ],
  ],
  [
    'a field that becomes optional',
    before.replace('title:', 'title?:'),
    [
      ['break', '- export interface Issue: readonly title: string;'],
      ['addition', '+ export interface Issue: readonly title?: string;'],
    ],
  ],
  [
    'a removed export',
    before.replace(/export interface IssueContext \{\n.*\n\}\n/, ''),
    [['break', '- export interface IssueContext']],
  ],
  [
    'a new export',
    before.replace(
      '// @public\nexport type',
      '// @public\nexport class Extra {\n    a: string;\n}\n\n// @public\nexport type',
    ),
    [['addition', '+ export class Extra']],
  ],
  [
    'a union that grows',
    before.replace("'warn'", "'warn' | 'info'"),
    [
      ['addition', "- export type LogLevel = 'off' | 'warn';"],
      ['addition', "+ export type LogLevel = 'off' | 'warn' | 'info';"],
    ],
  ],
  [
    'a union that shrinks',
    before.replace("'off' | ", ''),
    [
      ['break', "- export type LogLevel = 'off' | 'warn';"],
      ['addition', "+ export type LogLevel = 'warn';"],
    ],
  ],
  ['another order', before.replace(/( +readonly title.*\n)( +readonly number.*\n)/, '$2$1'), []],
] as const)('%s is reported with its additions and breaks', (_, after, expected) => {
  expect(apiChanges(before, after).map(({ kind, text }) => [kind, text])).toEqual(expected);
});

test('before 1.0 a break needs a minor changeset and an addition any; from 1.0 an addition needs a minor one', () => {
  const changesets = [
    "---\n'@issue-tracking/sdk': patch\n---\n\nText\n'@issue-tracking/mock': major\n",
    "---\n'@issue-tracking/model': patch\n---\n",
    "---\n'@issue-tracking/model': minor\n---\n",
  ];
  const bumps = ['sdk', 'model', 'mock'].map((name) => bumpOf(`@issue-tracking/${name}`, changesets));
  expect(bumps).toEqual(['patch', 'minor', 'none']);
  expect(bumps.map((bump) => covers(bump, neededBump('0.1.0', true)))).toEqual([false, true, false]);
  expect(bumps.map((bump) => covers(bump, neededBump('0.1.0', false)))).toEqual([true, true, false]);
  expect(bumps.map((bump) => covers(bump, neededBump('1.2.3', false)))).toEqual([false, true, false]);
});

test('the report of a union of literals does not depend on the order in which the compiler writes it', () => {
  const inOrder = (union: string) => sortLiteralUnions(`status: Definition<${union}>;\n    other: string | 200;\n`);
  expect(inOrder('201 | 200')).toBe(inOrder('200 | 201'));
  expect(inOrder('404 | \'null\' | "empty"')).toBe(inOrder('\'null\' | "empty" | 404'));
  expect(inOrder('200 | 202')).not.toBe(inOrder('200 | 201'));
  expect(inOrder('200 | 201')).toContain('other: string | 200;');
});
