import * as z from 'zod/mini';
import { partial, type Shape } from './input-of.ts';
import { members } from './members.ts';
import { kindsIn, placements } from './placements.ts';
import type { NewRecords, RecordKind } from './records.ts';

/** Returns the schema of a record in a world file, where its place says its parent. */
export function inputSchema(kind: RecordKind): z.ZodMiniType {
  const { reference, required } = placements[kind];
  const own = Object.entries(members[kind]).filter(([member]) => !(member in reference));
  return partial({ ...Object.fromEntries(own), ...childLists(kind) }, required);
}

const newSchemas = new Map<RecordKind, z.ZodMiniType>();

/** Returns the schema of a record to create: as in a world file, with a reference to its parent. */
export function newSchema<K extends RecordKind>(kind: K): z.ZodMiniType<NewRecords[K]> {
  let schema = newSchemas.get(kind);
  if (!schema) {
    const { reference, required = [] } = placements[kind];
    schema = partial({ ...members[kind], ...childLists(kind) }, [...Object.keys(reference), ...required]);
    // Lazily: the schemas of all kinds take longer than creating a mock.
    newSchemas.set(kind, schema);
  }
  // The members are those of the kind.
  return schema as object as z.ZodMiniType<NewRecords[K]>;
}

/** Returns the schemas of the lists of records below those of a kind. */
export function childLists(kind: RecordKind | undefined): Shape {
  return Object.fromEntries(kindsIn(kind).map((each) => [each, z.array(inputSchema(each), 'must be an array')]));
}
