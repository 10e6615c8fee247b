import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { differentValues, exportsOf, isSpelledOut } from './exports.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-exports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function problemsOf(declarations: string, module: string): string[] {
  const [declared = '', built = ''] = [join(folder, 'index.d.ts'), join(folder, 'index.js')];
  writeFileSync(declared, declarations);
  writeFileSync(built, module);
  return differentValues(exportsOf(declared), exportsOf(built));
}

const module = 'class A {}\nvar b = 1;\nexport { A, b as renamed };\n';

test('declarations that name each value of their module, and types besides, have no problem', () => {
  const declarations = 'declare class A {}\ninterface T {}\ndeclare const b: 1;\nexport { A, T, b as renamed };\n';
  expect(problemsOf(declarations, module)).toEqual([]);
});

test('a class that is declared as a value and is none, or the other way around, is a problem', () => {
  const declarations = 'declare class A {}\ndeclare class Issues {}\nexport { A, Issues };\n';
  expect(problemsOf(declarations, module)).toEqual([
    'Issues is declared as a value, but not exported',
    'renamed is exported, but not declared as a value',
  ]);
});

test('a type that is used only for its names need not be exported', () => {
  expect(isSpelledOut('Responses', 'interface Responses {}\ntype Name = keyof Responses;')).toBe(true);
  expect(isSpelledOut('Item', 'interface Item {}\ndeclare function read(): Item;')).toBe(false);
});
