import { type Endpoint, endpoints } from '@issue-tracking/model';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { closed, tolerant } from './tolerance.ts';

const at = '2026-04-01T09:30:00.000Z';
const known: Record<string, string> = { status: 'open', priority: 'low', level: 'error' };

/** A value as version 1 promises it, made from a schema as JSON Schema tells it. */
function promisedBy(schema: z.core.JSONSchema.BaseSchema, name = ''): unknown {
  const inside = (part: unknown, member?: string) => promisedBy(part as z.core.JSONSchema.BaseSchema, member);
  if (schema.anyOf) return inside(schema.anyOf[0], name);
  if (schema.format === 'date-time') return at;
  if (schema.format === 'uuid') return '00000000-0000-0000-0000-000000000001';
  switch ([schema.type].flat()[0]) {
    case 'array':
      return [inside(schema.items)];
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([member, part]) => [member, inside(part, member)]),
      );
    case 'string':
      return known[name] ?? 'text';
    default:
      return 1;
  }
}

describe.each(Object.entries<Endpoint>(endpoints))('%s', (_, { response }) => {
  const value = promisedBy(z.toJSONSchema(response)) as Record<string, unknown>;
  const schemas = { promised: response, closed: closed(response), tolerant: tolerant(response) };

  test('takes what is as promised, at each level, also as code', () => {
    for (const [level, schema] of Object.entries(schemas)) {
      expect(z.safeParse(schema, value).error?.issues, level).toBeUndefined();
      expect(z.validate(z.compile(schema, { strict: true }), value), level).toBe(true);
    }
  });

  test('refuses an unknown field only when closed [VER-2]', () => {
    const more = { ...value, addedLater: 1 };
    expect(
      Object.entries(schemas)
        .filter(([, schema]) => z.validate(schema, more))
        .map(([level]) => level),
    ).toEqual(['promised', 'tolerant']);
  });

  test('refuses a body without data at each level [GEN-5]', () => {
    for (const schema of Object.values(schemas)) expect(z.validate(schema, { ...value, data: null })).toBe(false);
  });
});

test('where making code is forbidden the plain schema serves', () => {
  const schema = closed(endpoints['issues.get'].response);
  const make = vi.spyOn(globalThis, 'Function').mockImplementation(function forbidden() {
    throw new EvalError('forbidden');
  });
  expect(z.compile(schema)).toBe(schema);
  make.mockRestore();
});
