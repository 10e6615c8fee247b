import type { Schema } from '@issue-tracking/model';

/** A schema as it is. This is the module of browsers and other places where size counts or code can't be made. */
export function compile<Output>(schema: Schema<Output>): Schema<Output> {
  return schema;
}
