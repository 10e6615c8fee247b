import * as z from 'zod/mini';
import { captured } from '../captured.ts';
import type { Endpoint } from '../endpoint.ts';
import { errorBodySchema } from '../errors.ts';
import { commentSchema } from '../resources/comment.ts';
import { issueListItemSchema, issueSchema, metadataSummarySchema, updatedIssueSchema } from '../resources/issue.ts';
import { projectSchema } from '../resources/project.ts';
import { isNonEssential } from '../scalars.ts';
import { descriptionOf, type MemberTexts } from './texts.ts';

/** A JSON value that is an object, as JSON Schema and OpenAPI are made of. */
export interface JsonObject {
  [member: string]: unknown;
}

/** The schemas under `components`, by name. */
export const components: Readonly<Record<string, z.core.$ZodType>> = {
  Project: projectSchema,
  IssueListItem: issueListItemSchema,
  Issue: issueSchema,
  UpdatedIssue: updatedIssueSchema,
  Comment: commentSchema,
  ...Object.fromEntries(Object.values(captured).map(({ component, entry }) => [component, entry])),
  MetadataSummary: metadataSummarySchema,
  Error: errorBodySchema,
};

/** Returns the component of an operation's data; of a list, that of an entry. */
export function componentOf({ response }: Endpoint): string | undefined {
  if (!response) return undefined;
  // Every body is an envelope: envelopes.ts.
  const { data } = (response as z.ZodMiniObject<{ data: z.core.$ZodTypes }>).def.shape;
  const { def } = data._zod;
  const entry = def.type === 'array' ? def.element : def.type === 'nullable' ? def.innerType : data;
  return Object.keys(components).find((name) => components[name] === entry);
}

/**
 * Returns the JSON Schema of one schema, with references to the components inside it.
 *
 * @param component Its own name, if it is a component: otherwise it would be a reference to itself.
 */
export function writeSchema(
  schema: z.core.$ZodType,
  io: 'input' | 'output',
  texts: MemberTexts = {},
  component = '',
): JsonObject {
  const metadata = z.registry<{ id: string }>();
  for (const [id, each] of Object.entries(components)) if (id !== component) metadata.add(each, { id });
  const { $schema, $defs, ...rest } = z.toJSONSchema(schema, {
    metadata,
    io,
    override: ({ zodSchema, jsonSchema }) => asWeWriteIt(zodSchema, jsonSchema),
  });
  for (const [path, description] of Object.entries(texts)) {
    Object.assign(memberAt(rest, path) ?? {}, { description });
  }
  return withComponentReferences(rest) as JsonObject;
}

/** Completes and shortens zod's JSON Schema. */
function asWeWriteIt(schema: z.core.$ZodTypes, target: z.core.JSONSchema.BaseSchema): void {
  // The registry above has only the names of components.
  Object.assign(target, descriptionOf(schema));
  withoutValue(schema, target);
  // VER-2: an object is open without it too, and with it generated types would let every misspelt member pass. Whether a
  // request may have further members, the specification doesn't say.
  if (!hasMembers(target.additionalProperties)) delete target.additionalProperties;
}

// GAP-40
/** Makes fields that may have no value nullable and not required: the service may write `null`, or leave them out. */
function withoutValue(schema: z.core.$ZodTypes, target: z.core.JSONSchema.BaseSchema): void {
  if (isNonEssential(schema) && typeof target.type === 'string') Object.assign(target, { type: [target.type, 'null'] });
  const { def } = schema._zod;
  if (def.type !== 'object' || !target.required) return;
  target.required = target.required.filter((name) => !isNonEssential(Object(def.shape[name])));
  if (target.required.length === 0) delete target.required;
}

function hasMembers(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** Returns the schema of a field, such as `details.field`, where `details` is a list of objects. */
function memberAt(schema: unknown, path: string): object | undefined {
  let at: object = Object(schema);
  for (const name of path.split('.')) {
    const { properties, items } = at as { properties?: object; items?: { properties?: object } };
    const member: unknown = Reflect.get(Object(properties ?? items?.properties), name);
    if (typeof member !== 'object' || member === null) return undefined;
    at = member;
  }
  return at;
}

/** Replaces zod's references to `$defs` with OpenAPI's to `components`. */
function withComponentReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentReferences);
  if (typeof value === 'string') return value.replace(/^#\/\$defs\//, '#/components/schemas/');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withComponentReferences(member)]));
}
