import type { Schema } from '@issue-tracking/model';
import * as z from 'zod/mini';

/**
 * The same schema, compiled to code that checks several times faster. In Node its size doesn't matter; where making
 * code is forbidden, zod hands the schema back as it is.
 */
export function compile<Output>(schema: Schema<Output>): Schema<Output> {
  return z.compile(schema);
}
