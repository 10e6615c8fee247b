import { type Endpoint, endpoints, type Schema } from '@issue-tracking/model';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { compile } from '#compile';
import { problemsOf } from '../check/problems.ts';
import type { Shape } from '../check/shape.ts';
import { shapeOf } from './shape-of.ts';
import { table } from './table.ts';

const at = '2026-04-01T09:30:00.000Z';

/** Values that a schema is right to take or to refuse; each must be taken by both or by neither. */
const scalars = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    1,
    -1,
    1.5,
    2 ** 53 - 1,
    2 ** 53,
    1e21,
    '',
    ' ',
    '.',
    '..',
    '\ud800',
    [],
    {},
  ),
  fc.constantFrom('open', 'closed', 'triaged', 'high', 'urgent', 'error', 'debug', 'acme', 'a/b'),
  fc.constantFrom('1', '01', '1.0', '1e1', '+1', '0x10', ' 1', '0', '-1', '100', '101', '9007199254740993'),
  fc.constantFrom(
    at,
    '2026-04-01T09:30:00Z',
    '2026-02-30T00:00:00.000Z',
    '2024-02-29T23:59:59.999Z',
    '2026-04-01T24:00:00.000Z',
  ),
  fc.constantFrom('00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-00000000000g'),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** A value that fits a shape. */
function fitting(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'text':
      return shape.known ? fc.constantFrom(...shape.known) : fc.string();
    case 'pattern':
      return fc
        .constantFrom(at, '00000000-0000-0000-0000-000000000001')
        .filter((text) => new RegExp(shape.pattern).test(text));
    case 'one-of':
      return fc.constantFrom(...shape.values);
    case 'digits':
      return fc.integer({ min: 1, max: Math.min(shape.max, 1e9) }).map(String);
    case 'segment':
      return fc.stringMatching(/^[a-z]+$/);
    case 'integer':
      return fc.integer({ min: shape.min, max: 1e6 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'list':
      return fc.array(fitting(shape.of), { maxLength: 2 });
    case 'map':
      return fc.dictionary(fc.string(), fitting(shape.of), { maxKeys: 2 });
    case 'optional':
      return fitting(shape.of);
    case 'nullable':
      return fc.option(fitting(shape.of));
    case 'object': {
      const optional = (name: string) => shape.members[name]?.kind === 'optional';
      const members = Object.entries(shape.members).map(([name, member]): [string, fc.Arbitrary<unknown>] => [
        name,
        fitting(member),
      ]);
      const requiredKeys = Object.keys(shape.members).filter((name) => !optional(name));
      return fc.record<Record<string, unknown>>(Object.fromEntries(members), { requiredKeys });
    }
  }
}

/** The value with one of its places changed, removed or added to. */
function damaged(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return scalars;
  const inside = Object.keys(value).map((key) => {
    const member = (value as Record<string, unknown>)[key];
    return fc.oneof(
      damaged(member).map((other) =>
        Array.isArray(value) ? Object.assign([...value], { [key]: other }) : { ...value, [key]: other },
      ),
      fc.constant(
        Array.isArray(value)
          ? value.slice(1)
          : Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)),
      ),
    );
  });
  const added = Array.isArray(value) ? [] : [scalars.map((other) => ({ ...value, addedLater: other }))];
  return fc.oneof(scalars, ...added, ...inside);
}

describe.each(Object.entries<Endpoint>(endpoints))('%s', (name, row) => {
  const { method, path, ...shapes } = table[name as keyof typeof table];

  test('is sent as the model says [GEN-1] [VER-1]', () => {
    expect({ method, path }).toEqual({ method: row.method, path: row.path });
  });

  test('is plain data, so that the build can put it in the place of the schemas', () => {
    expect(JSON.parse(JSON.stringify(shapes))).toEqual(shapes);
  });

  const parts = (['params', 'query', 'body', 'response'] as const).flatMap((part) => {
    const [schema, shape] = [row[part], shapes[part]];
    return schema && shape ? [{ part, schema, shape: part === 'query' ? shapeOf(schema) : shape }] : [];
  });

  test.each(parts)('takes and refuses the $part that the model takes and refuses', ({ schema, shape }) => {
    const agree = (value: unknown) => {
      const wanted = (schema as Schema).safeParse(value).success;
      expect(problemsOf(shape, value).length === 0, JSON.stringify(value)).toBe(wanted);
      return wanted;
    };
    const value = fitting(shape);
    fc.assert(
      fc.property(value, (right) => void expect(agree(right)).toBe(true)),
      { numRuns: 20 },
    );
    fc.assert(
      fc.property(value.chain(damaged), (other) => void agree(other)),
      { numRuns: 300 },
    );
  });
});

describe.each(Object.entries(table))('the quick check of %s', (_, { response }) => {
  const right = compile(response, false);
  const known = compile(response, true);

  test('comes to the verdict that the walker comes to', () => {
    const agree = (value: unknown) => {
      const findings: unknown[] = [];
      const problems = problemsOf(response, value, (finding) => void findings.push(finding));
      expect(right?.(value), JSON.stringify(value)).toBe(problems.length === 0);
      expect(known?.(value), JSON.stringify(value)).toBe(problems.length + findings.length === 0);
      return problems.length === 0;
    };
    const value = fitting(response);
    fc.assert(
      fc.property(value, (one) => void expect(agree(one)).toBe(true)),
      { numRuns: 20 },
    );
    fc.assert(
      fc.property(value.chain(damaged), (other) => void agree(other)),
      { numRuns: 500 },
    );
  });
});

test('where making code is forbidden there is no quick check, and the walker serves', () => {
  const make = vi.spyOn(globalThis, 'Function').mockImplementation(function forbidden() {
    throw new EvalError('forbidden');
  });
  expect(compile(table['issues.get'].response, false)).toBeUndefined();
  make.mockRestore();
});

test('a query with a misspelt parameter is refused, for it would filter nothing', () => {
  expect(problemsOf(table['issues.list'].query, { state: 'open' })).toEqual([
    { field: 'state', message: 'is not a known member' },
  ]);
});

test.each([
  ['a check of its own', z.string().check(z.refine((text) => text.length > 3))],
  ['a bound from above', z.int().check(z.maximum(5))],
  ['a literal', z.literal('x')],
  ['an enumeration without a message', z.enum(['a'])],
])('a schema with %s is no shape, and the build says so', (_, schema) => {
  expect(() => shapeOf(schema)).toThrow('The SDK has no shape for');
});
