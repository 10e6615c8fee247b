import { issueListQuery, issueSchema, issueStatuses, issueUpdateBody, limits } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

interface JsonSchema {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

function propertiesOf(schema: z.ZodMiniType): JsonSchema['properties'] {
  return (z.toJSONSchema(schema, { io: 'input' }) as object as JsonSchema).properties;
}

test("zod's own JSON Schema has enumerations, formats and the limits of numbers [EP-7] [STA-1] [GEN-4]", () => {
  expect(propertiesOf(issueUpdateBody)).toMatchObject({ status: { type: 'string', enum: issueStatuses } });
  expect(propertiesOf(issueListQuery)).toMatchObject({
    limit: { type: 'integer', minimum: 1, maximum: limits.maxPageSize },
  });
  expect(propertiesOf(issueSchema)).toMatchObject({
    status: { enum: issueStatuses },
    createdAt: { format: 'date-time' },
    issueNumber: { type: 'integer', minimum: 1 },
  });
});
