import * as z from 'zod/mini';
import { captured } from '../captured.ts';
import type { Endpoint } from '../endpoint.ts';
import { errorBodySchema } from '../errors.ts';
import { commentSchema } from '../resources/comment.ts';
import { issueListItemSchema, issueSchema, metadataSummarySchema, updatedIssueSchema } from '../resources/issue.ts';
import { projectSchema } from '../resources/project.ts';
import { enumeratedValues, isNonEssential, timestamp, uuid, wholeNumbers } from '../scalars.ts';
import { timestampPattern } from '../wire-text.ts';
import { resourceTexts } from './resource-texts.ts';
import { memberTexts } from './texts.ts';

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
  // Every response is an envelope: envelopes.ts.
  const { data } = (response as z.ZodMiniObject<{ data: z.core.$ZodTypes }>).def.shape;
  const { def } = data._zod;
  const entry = def.type === 'array' ? def.element : def.type === 'nullable' ? def.innerType : data;
  return Object.keys(components).find((name) => components[name] === entry);
}

const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = { ...resourceTexts, ...memberTexts };

/**
 * Returns the JSON Schema of one schema, with references to the components inside it.
 *
 * @param name The resource whose texts describe its fields. A component's own name keeps it from being a reference to itself.
 */
export function writeSchema(schema: z.core.$ZodType, io: 'input' | 'output', name = ''): JsonObject {
  const metadata = z.registry<{ id: string }>();
  for (const [id, component] of Object.entries(components)) {
    if (id !== name) metadata.add(component, { id });
  }
  const { $schema, $defs, ...rest } = z.toJSONSchema(schema, {
    metadata,
    io,
    override: ({ zodSchema, jsonSchema }) => asWeWriteIt(zodSchema, jsonSchema),
  });
  for (const [path, description] of Object.entries(texts[name] ?? {})) {
    Object.assign(memberAt(rest, path) ?? {}, { description });
  }
  return withComponentReferences(rest) as JsonObject;
}

/** Completes and shortens zod's JSON Schema. */
function asWeWriteIt(schema: z.core.$ZodTypes, target: z.core.JSONSchema.BaseSchema): void {
  const values = enumeratedValues(schema);
  if (values) target.enum = [...values];
  const range = wholeNumbers.get(schema);
  if (range) Object.assign(target, { type: 'integer', ...range });
  withoutValue(schema, target);
  // No limit of the API: the largest number that JavaScript holds exactly.
  if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
  Object.assign(target, formats.get(schema));
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

/** Formats of texts that functions check, which zod can't know. */
const formats = new Map<object, object>([
  // GEN-4
  [timestamp, { format: 'date-time', pattern: timestampPattern.source }],
  [uuid, { format: 'uuid' }],
]);

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
