import type { Known } from '@issue-tracking/model';
import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { RecordKind, RecordsByKind, recordSchemas } from './records.ts';

test('the type of each record equals the output of its schema', () => {
  type Checked = { [K in RecordKind]: Known<z.output<(typeof recordSchemas)[K]>> };
  expectTypeOf<Checked>().toEqualTypeOf<{ [K in RecordKind]: Known<RecordsByKind[K]> }>();
});
