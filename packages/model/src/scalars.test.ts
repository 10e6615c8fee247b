import { issueListQuery, issueParams } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { components } from './open-api/json-schema.ts';
import { isNonEssential, nonEssential, openEnum, openEnumerations, timestamp, wholeNumber } from './scalars.ts';

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
  const fields = Object.entries(components).flatMap(([component, schema]) => {
    const { shape } = (schema as z.ZodMiniObject).def;
    return Object.entries(shape).map(([name, member]) => ({ name: `${component}.${name}`, member }));
  });
  const marked = fields.filter(({ member }) => isNonEssential(member));
  const bySchema = Map.groupBy(marked, ({ member }) => member);
  expect([...bySchema.values()].filter((sharing) => sharing.length > 1)).toEqual([]);
});
