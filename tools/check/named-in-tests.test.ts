import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoint, endpoints } from '@issue-tracking/model';
import { describe, expect, test } from 'vitest';
import { behaviorOptions } from '../../packages/mock/src/behavior/behavior-options.ts';
import { faultSchema } from '../../packages/mock/src/faults/fault.ts';
import { mockOptions } from '../../packages/mock/src/mock/mock-options.ts';
import { members } from '../../packages/mock/src/records/members.ts';
import { optionNames } from '../../packages/sdk/src/validation/option-table.ts';

const root = join(import.meta.dirname, '../..');
const tests = globSync('{packages,examples,docs}/**/*.test.{ts,tsx,mts}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
});
const words = new Set(tests.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/[A-Za-z_]\w*/g) ?? []));

/** A schema of zod, by its parts. */
interface Schema {
  readonly _zod: { readonly def: Parts };
}

interface Parts {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly options?: readonly Schema[];
}

/** Returns the names of all members, at any depth. */
function namesIn(schema: object): string[] {
  const { shape = {}, element, innerType, options = [] } = (schema as Schema)._zod.def;
  const inner = [element, innerType, ...options, ...Object.values(shape)];
  return [...Object.keys(shape), ...inner.flatMap((each) => (each ? namesIn(each) : []))];
}

const all: readonly Endpoint[] = Object.values(endpoints);
const kinds: Readonly<Record<string, readonly string[]>> = {
  'query parameter': all.flatMap(({ query }) => namesIn(query)),
  'field of a request': all.flatMap((endpoint) => (endpoint.body ? namesIn(endpoint.body) : [])),
  'field of a response': all.flatMap(({ response }) => (response ? namesIn(response) : [])),
  'member of a record': Object.values(members).flatMap((shape) =>
    Object.entries(shape).flatMap(([name, member]) => [name, ...namesIn(member)]),
  ),
  'option of createMock': namesIn(mockOptions),
  'behavior option': Object.keys(behaviorOptions),
  'member of a fault': namesIn(faultSchema),
  'option of the client': optionNames.flatMap((name) => name.split('.')),
};

describe.each(Object.entries(kinds))('each %s', (kind, names) => {
  test('is named in a test of its behavior', () => {
    expect(names).not.toEqual([]);
    expect(
      names.filter((name) => !words.has(name)),
      `Each of these needs a test beside its code, in which its name is written. Tests that walk the table pass for a ${kind} that is ignored, too`,
    ).toEqual([]);
  });
});
