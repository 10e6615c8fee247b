import * as z from 'zod/mini';
import { apiKeyPrefix } from './credential.ts';
import type { Endpoint, ObjectSchema } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { errorBodySchema, errorTexts } from './errors.ts';
import { limits } from './limits.ts';
import { memberTexts, parameterTexts } from './open-api-texts.ts';
import { commentSchema } from './resources/comment.ts';
import { consoleLogSchema } from './resources/console-log.ts';
import { issueListItemSchema, issueSchema, metadataSummarySchema, updatedIssueSchema } from './resources/issue.ts';
import { networkLogSchema } from './resources/network-log.ts';
import { projectSchema } from './resources/project.ts';
import { screenshotSchema } from './resources/screenshot.ts';
import { techContextSchema } from './resources/tech-context.ts';
import { userActionSchema } from './resources/user-action.ts';
import { openEnumerations, wholeNumbers } from './scalars.ts';

/** A JSON value that is an object, as JSON Schema and OpenAPI are made of. */
export interface JsonObject {
  [member: string]: unknown;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument extends JsonObject {
  openapi: string;
  paths: Record<string, JsonObject>;
}

const components = {
  Project: projectSchema,
  IssueListItem: issueListItemSchema,
  Issue: issueSchema,
  MetadataSummary: metadataSummarySchema,
  UpdatedIssue: updatedIssueSchema,
  Comment: commentSchema,
  ConsoleLog: consoleLogSchema,
  NetworkLog: networkLogSchema,
  Screenshot: screenshotSchema,
  TechContext: techContextSchema,
  UserAction: userActionSchema,
  Error: errorBodySchema,
};

const errorResponses: Record<string, string> = {
  400: 'The path, query or body is invalid, with `details`',
  401: 'The credential is missing, invalid or expired',
  403: 'The credential lacks the scope, or may not set this status',
  404: 'No such project or issue in the credential’s organization',
  405: 'The path has no such method; `Allow` names those it has',
  422: 'The request could not be processed',
  429: 'A limit is exceeded; wait for `Retry-After`',
  500: 'The service failed',
};

/**
 * The service as an OpenAPI 3.1 document, made from the endpoint table.
 *
 * @example
 * const document = toOpenApi();
 * document.paths['/api/v1/projects']; // { get: { operationId: 'projects.list', … } }
 */
export function toOpenApi(): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Issue Tracking Public API',
      version: '1.0',
      description:
        'Projects, issues, comments, and the technical context captured with an issue. ' +
        `At most ${limits.requests} requests in ${limits.windowMs / 1000} seconds with one credential.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '{base_url}', variables: { base_url: { default: 'https://issues.test' } } }],
    security: [{ bearer: [] }],
    tags: [
      { name: 'projects', description: 'The projects a credential may see' },
      { name: 'issues', description: 'Issues, their comments and what was captured with them' },
    ],
    paths: paths(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key (\`${apiKeyPrefix}…\`) or an OAuth access token.`,
        },
      },
      schemas: Object.fromEntries(
        Object.entries(components).map(([name, schema]) => [name, jsonSchema(schema, { root: name })]),
      ),
      responses: Object.fromEntries(
        Object.entries(errorResponses).map(([status, description]) => [
          `Error${status}`,
          errorResponse(status, description),
        ]),
      ),
    },
  };
}

function paths(): Record<string, JsonObject> {
  const byPath: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    byPath[endpoint.path] = { ...byPath[endpoint.path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return byPath;
}

function operation(name: string, endpoint: Endpoint): JsonObject {
  return {
    operationId: name,
    summary: endpoint.summary,
    description: `Needs the scope \`${endpoint.scope}\`.`,
    tags: [name.split('.')[0]],
    security: [{ bearer: [endpoint.scope] }],
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: { required: true, content: json(jsonSchema(endpoint.body, { io: 'input' })) },
    }),
    responses: {
      ...Object.fromEntries(
        successes(endpoint).map((status) => [
          status,
          { description: 'Success', content: json(jsonSchema(endpoint.response)) },
        ]),
      ),
      ...Object.fromEntries(
        Object.keys(errorResponses).map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  };
}

/** A service may answer 200 to what creates something. */
function successes({ success }: Endpoint): number[] {
  return success === 201 ? [200, 201] : [success];
}

/** What counts where a query doesn't say. */
const defaults: Readonly<Record<string, number>> = { page: limits.defaultPage, limit: limits.defaultPageSize };

function parameters(place: 'path' | 'query', schema: ObjectSchema): JsonObject[] {
  return Object.entries(schema.def.shape).map(([name, member]) => ({
    name,
    in: place,
    description: parameterTexts[name],
    required: place === 'path',
    schema: { ...jsonSchema(member, { io: 'input' }), ...(name in defaults && { default: defaults[name] }) },
  }));
}

/** Headers that come with an error. */
const errorHeaders: Readonly<Record<string, JsonObject>> = {
  401: { 'WWW-Authenticate': { description: '`Bearer`', schema: { type: 'string' } } },
  405: { Allow: { description: 'The methods of the path', schema: { type: 'string' } } },
  429: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0 } } },
};

/** Errors whose text is always the same. */
const errorExamples: Readonly<Record<string, JsonObject>> = {
  400: {
    error: errorTexts.invalidInput,
    details: [{ field: 'limit', message: 'must be a whole number from 1 to 100' }],
  },
  403: { error: errorTexts.insufficientScope },
  404: { error: errorTexts.projectNotFound },
};

function errorResponse(status: string, description: string): JsonObject {
  const headers = errorHeaders[status];
  const example = errorExamples[status];
  const content = { schema: { $ref: '#/components/schemas/Error' }, ...(example && { example }) };
  return { description, ...(headers && { headers }), content: { 'application/json': content } };
}

function json(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } };
}

/** JSON Schema of one of our schemas, with the named ones inside it as references. */
function jsonSchema(
  schema: z.core.$ZodType,
  { root, io = 'output' }: { root?: string; io?: 'input' | 'output' } = {},
): JsonObject {
  const metadata = z.registry<{ id: string }>();
  for (const [name, component] of Object.entries(components)) {
    if (name !== root) metadata.add(component, { id: name });
  }
  const { $schema, $defs, ...rest } = z.toJSONSchema(schema, {
    metadata,
    io,
    override: ({ zodSchema, jsonSchema: target }) => {
      const open = openEnumerations.get(zodSchema);
      if (open) target.enum = [...open];
      const range = wholeNumbers.get(zodSchema);
      if (range) Object.assign(target, { type: 'integer', ...range });
      // Nobody's limit: what a number in JavaScript can hold.
      if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
      // zod's own beside `format` says the same twice, at ten times the length. Of a time it says more.
      if (target.format === 'date-time') target.pattern = timePattern;
      else if (target.format) delete target.pattern;
    },
  });
  describeMembers(rest['properties'], memberTexts[root ?? '']);
  return withComponentReferences(rest) as JsonObject;
}

// GEN-4
/** In UTC, with milliseconds. */
const timePattern = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`;

function describeMembers(properties: unknown, texts: Readonly<Record<string, string>> = {}): void {
  for (const [name, description] of Object.entries(texts)) {
    const member: unknown = Reflect.get(Object(properties), name);
    if (typeof member === 'object' && member !== null) Object.assign(member, { description });
  }
}

/** zod refers to a named schema under `$defs`; in OpenAPI it stands under `components`. */
function withComponentReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentReferences);
  if (typeof value === 'string') return value.replace(/^#\/\$defs\//, '#/components/schemas/');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withComponentReferences(member)]));
}
