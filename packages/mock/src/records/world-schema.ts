import { captured } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { flag, list, name, object, text, wholeNumber } from '../platform/input/schemas.ts';
import { formatVersion } from './file-format.ts';
import { partial, type Shape } from './input-of.ts';
import { members } from './members.ts';
import { kindsIn, placements } from './placements.ts';
import { childLists, inputSchema } from './record-schemas.ts';
import type { RecordKind } from './records.ts';
import { elements } from './untyped.ts';

/** Members of all files. `$schema` is the JSON Schema for editors. */
const fileMembers: Shape = {
  $schema: text,
  formatVersion: wholeNumber(1, formatVersion),
  idPosition: wholeNumber(0, 2 ** 32 - 1),
};

/** A world file. */
export const worldSchema: z.ZodMiniType = partial({ ...fileMembers, ...childLists(undefined) });

const anyObject = z.looseObject({}, 'must be an object');
const names = z.array(z.string('must be the name of a member'), 'must be a list of names');
const capturedAsIs = Object.entries(captured).map(([part, { many }]) => [
  part,
  many ? list(anyObject) : z.optional(z.nullable(anyObject)),
]);

/** Required form of a service's data, by kind: only what paths and lists are made of. */
const asIs: Partial<Record<RecordKind, Shape>> = {
  organizations: { id: name, slug: name, active: z.optional(flag) },
  projects: { id: members.projects['id'] ?? name, shows: z.optional(names) },
  issues: {
    issueNumber: wholeNumber(1),
    shows: z.optional(z.object({ list: names, detail: names }, 'must be an object of two lists of names')),
    ...Object.fromEntries(capturedAsIs),
  },
};

/** The tolerant form of a world file. */
export const pulledWorldSchema: z.ZodMiniType = object({
  ...partial(fileMembers).def.shape,
  form: z.literal('pulled', 'must be "pulled", or left out'),
  ...pulledLists(undefined),
});

function pulledLists(kind: RecordKind | undefined): Shape {
  return Object.fromEntries(kindsIn(kind).map((below) => [below, list(pulledSchema(below))]));
}

/** Returns the tolerant form of a kind's schema. */
function pulledSchema(kind: RecordKind): z.ZodMiniType {
  if (!placements[kind].isServed) return inputSchema(kind);
  return z.looseObject({ ...asIs[kind], ...pulledLists(kind) }, 'must be an object');
}

/** Number of issues from which compiling the schema pays off: it takes as long as checking about a thousand uncompiled. */
const worthCompiling = 1000;
let compiled: z.ZodMiniType | undefined;

/** Returns the schema for a world of this size. */
export function schemaFor(world: unknown): z.ZodMiniType {
  let issues = 0;
  for (const organization of elements(world, 'organizations'))
    for (const project of elements(organization, 'projects')) issues += elements(project, 'issues').length;
  if (issues < worthCompiling) return worldSchema;
  compiled ??= z.compile(worldSchema);
  return compiled;
}
