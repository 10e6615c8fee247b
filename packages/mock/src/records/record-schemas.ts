import * as z from 'zod/mini';
import { partial, type Shape } from './input-of.ts';
import { members } from './members.ts';
import { kindsIn, placements } from './placements.ts';
import type { NewRecords, RecordKind } from './records.ts';

/** Returns the schema of a record in a world file. It has no reference to its parent, because it is in the parent's list. */
export function inputSchema(kind: RecordKind): z.ZodMiniType {
  const { reference, required } = placements[kind];
  const own = Object.entries(members[kind]).filter(([name]) => !(name in reference));
  return partial({ ...Object.fromEntries(own), ...childLists(kind) }, required);
}

/** Made at their first use: the schemas of all kinds take longer than creating a mock. */
const newSchemas = new Map<RecordKind, z.ZodMiniType>();

/** Returns the schema of a record to create: as in a world file, with a reference to its parent. */
export function newSchema<K extends RecordKind>(kind: K): z.ZodMiniType<NewRecords[K]> {
  const schema = newSchemas.get(kind) ?? makeNewSchema(kind);
  newSchemas.set(kind, schema);
  // The members are those of the kind.
  return schema as object as z.ZodMiniType<NewRecords[K]>;
}

function makeNewSchema(kind: RecordKind): z.ZodMiniType {
  const { reference, required = [] } = placements[kind];
  return partial({ ...members[kind], ...childLists(kind) }, [...Object.keys(reference), ...required]);
}

/** Returns the schemas of the lists that a record of a kind has in a world file; without a kind, those of the whole file. */
export function childLists(kind: RecordKind | undefined): Shape {
  return Object.fromEntries(kindsIn(kind).map((child) => [child, z.array(inputSchema(child), 'must be an array')]));
}
