import {
  consoleLogsQuery,
  issueListQuery,
  issueParams,
  issueSchema,
  issueStatuses,
  issueUpdateBody,
  limits,
  newCommentBody,
  projectListQuery,
} from '@issue-tracking/model';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { components } from './open-api/json-schema.ts';
import { isNonEssential, nonEssential, openEnum, openEnumerations, timestamp, wholeNumber } from './scalars.ts';

interface Written {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
const written = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input' }) as object as Written;

test.each(
  Object.entries({ issueParams, issueListQuery, issueUpdateBody, newCommentBody, projectListQuery, consoleLogsQuery }),
)("zod's own JSON Schema of %s describes each member, as a tool of a language model needs it", (_, schema) => {
  for (const [name, member] of Object.entries(written(schema).properties))
    expect([name, member]).toEqual([
      name,
      expect.objectContaining({ type: expect.any(String), description: expect.any(String) }),
    ]);
});

test("zod's own JSON Schema has enumerations, formats and the limits of numbers [EP-7] [STA-1] [GEN-4]", () => {
  expect(written(issueUpdateBody).properties['status']).toMatchObject({ type: 'string', enum: issueStatuses });
  expect(written(issueListQuery).properties['limit']).toMatchObject({
    type: 'integer',
    minimum: 1,
    maximum: limits.maxPageSize,
  });
  const { status, createdAt, issueNumber } = written(issueSchema).properties;
  expect(status).toMatchObject({ enum: issueStatuses });
  expect(createdAt).toMatchObject({ format: 'date-time' });
  expect(issueNumber).toMatchObject({ type: 'integer', minimum: 1 });
});

test('numbers of paths and queries may be numbers or texts, and are numbers in the result [GAP-31]', () => {
  const parsed = { projectId: 'prj_web', issueNumber: 7 };
  expect(issueParams.parse(parsed)).toEqual(parsed);
  expect(issueParams.parse({ ...parsed, issueNumber: '7' })).toEqual(parsed);
  expect(issueListQuery.parse({ page: '2', limit: 5 })).toEqual({ page: 2, limit: 5 });
  for (const issueNumber of [0, 1.5, -1, '07', '1e1', '', [7], true, null, undefined])
    expect(issueParams.safeParse({ ...parsed, issueNumber }).error?.issues, String(issueNumber)).toMatchObject([
      { message: 'must be a whole number from 1' },
    ]);
});

test.each([
  ['a timestamp', timestamp],
  ['a whole number', wholeNumber(0)],
  ['an enumeration', openEnum(['a', 'b'])],
  ['a text', z.string()],
])(
  'a non-essential field with the schema of %s is a copy: other fields with it stay essential',
  (_, shared: z.ZodMiniType) => {
    const marked = nonEssential(shared);
    expect([isNonEssential(marked), isNonEssential(shared)]).toEqual([true, false]);
    expect(z.toJSONSchema(marked)).toEqual(z.toJSONSchema(shared));
    expect(openEnumerations.get(marked)).toEqual(openEnumerations.get(shared));
  },
);

test('no schema that several fields share is marked as non-essential', () => {
  const places = new Map<object, string[]>();
  for (const [component, schema] of Object.entries(components)) {
    const { shape } = (schema as z.ZodMiniObject).def;
    for (const [name, member] of Object.entries(shape))
      if (isNonEssential(member)) places.set(member, [...(places.get(member) ?? []), `${component}.${name}`]);
  }
  expect([...places.values()].filter((fields) => fields.length > 1)).toEqual([]);
});
