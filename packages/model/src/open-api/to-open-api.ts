import { apiKeyPrefix } from '../credential.ts';
import type { Endpoint, ObjectSchema } from '../endpoint.ts';
import { type EndpointName, endpoints } from '../endpoints.ts';
import { limits } from '../limits.ts';
import recordedDescriptions from './descriptions.json' with { type: 'json' };
import { type Examples, examples, type OperationExample } from './examples.ts';
import { componentOf, components, type JsonObject, writeSchema } from './json-schema.ts';
import {
  endpointSummaries,
  envelopeTexts,
  errorMemberTexts,
  errorResponses,
  type MemberTexts,
  successText,
} from './texts.ts';

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument extends JsonObject {
  openapi: string;
  paths: Record<string, JsonObject>;
}

/**
 * Returns the service as an OpenAPI 3.1 document, made from the endpoint table. The same document is in the package as
 * `@issue-tracking/model/openapi.json`.
 *
 * @example
 * const document = toOpenApi();
 * document.paths['/api/v1/projects']; // { get: { operationId: 'projects.list', … } }
 */
export function toOpenApi(): OpenApiDocument {
  return openApiWith(examples);
}

/** Returns the document with these texts: `pnpm generate` has newer ones than the files. */
export function openApiWith(
  { operations, errors }: Examples,
  descriptions: Readonly<Record<string, MemberTexts>> = recordedDescriptions,
): OpenApiDocument {
  const texts: Readonly<Record<string, MemberTexts>> = { ...descriptions, Error: errorMemberTexts };
  const componentExamples = examplesOfComponents(operations);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Issue Tracking Public API',
      version: '1.0',
      description:
        'Projects, issues, comments, and the technical context captured with an issue. ' +
        `At most ${limits.requests} requests in ${limits.windowMs / 1000} seconds with one API key; for OAuth tokens the ` +
        'limit is not specified, and in the mock it is the same. The specification does not say how a value is written ' +
        'that an issue does not have, such as the name of its assignee: it may be empty, `null` or left out, so such ' +
        'members are nullable and not required here. The types of `@issue-tracking/sdk` have them as the specification ' +
        'describes them, and the client reports a `null` or missing one as drift.',
      contact: { name: 'issue-tracking', url: 'https://github.com/issue-tracking/issue-tracking' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '{base_url}', variables: { base_url: { default: 'https://issues.test' } } }],
    security: [{ bearer: [] }],
    tags: [
      { name: 'projects', description: 'The projects a credential may see' },
      { name: 'issues', description: 'Issues, their comments and captured data' },
    ],
    paths: paths(operations),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key (\`${apiKeyPrefix}…\`) or an OAuth access token.`,
        },
      },
      schemas: Object.fromEntries(
        Object.entries(components).map(([name, schema]) => [
          name,
          { ...writeSchema(schema, 'output', texts[name], name), ...withExamples(componentExamples[name]) },
        ]),
      ),
      responses: Object.fromEntries(
        Object.entries(errorResponses).map(([status, description]) => [
          `Error${status}`,
          errorResponse(status, description, errors[status]),
        ]),
      ),
    },
  };
}

function paths(operations: Examples['operations']): Record<string, JsonObject> {
  const byPath: Record<string, JsonObject> = {};
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const endpoint: Endpoint = endpoints[name];
    byPath[endpoint.path] = {
      ...byPath[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, operations[name]),
    };
  }
  return byPath;
}

/** An endpoint that was just added has no example before `pnpm generate`. */
function operation(name: EndpointName, endpoint: Endpoint, example: OperationExample | undefined): JsonObject {
  return {
    operationId: name,
    summary: endpointSummaries[name],
    description: `Needs the scope \`${endpoint.scope}\`.`,
    tags: [name.split('.')[0]],
    security: [{ bearer: [endpoint.scope] }],
    parameters: [...parameters('path', endpoint.params, example), ...parameters('query', endpoint.query, example)],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: json(writeSchema(endpoint.body, 'input'), example?.body),
      },
    }),
    responses: {
      ...Object.fromEntries(
        successes(endpoint).map((status) => [
          status,
          {
            description: successText(status),
            ...(endpoint.headers && { headers: headersOf(endpoint.headers) }),
            ...(endpoint.response && {
              content: json(writeSchema(endpoint.response, 'output', envelopeTexts), example?.response),
            }),
          },
        ]),
      ),
      ...Object.fromEntries(
        Object.keys(errorResponses).map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  };
}

function headersOf(headers: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { schema: { type: 'string', const: value } }]),
  );
}

// GAP-9
/** Returns the statuses of a success: a service may respond to a creation with 200. */
function successes({ success }: Endpoint): number[] {
  return success === 201 ? [200, 201] : [success];
}

/** Defaults of query parameters. */
const defaults: Readonly<Record<string, number>> = { page: limits.defaultPage, limit: limits.defaultPageSize };

function parameters(
  place: 'path' | 'query',
  schema: ObjectSchema,
  example: OperationExample | undefined,
): JsonObject[] {
  const sent = { ...example?.params, ...example?.query };
  const [entry] = entriesOf(example);
  return Object.entries(schema.def.shape).map(([name, member]) => {
    const { description, ...written } = writeSchema(member, 'input');
    return {
      name,
      in: place,
      description,
      required: place === 'path',
      schema: {
        ...written,
        ...(name in defaults && { default: defaults[name] }),
        // EP-4: of the two organization filters the example sends one, and its response has the other.
        ...(!(name in sent) && withExamples(Reflect.get(Object(entry), name))),
      },
      ...(name in sent && { example: sent[name] }),
    };
  });
}

/** Headers that come with an error. */
const errorHeaders: Readonly<Record<string, JsonObject>> = {
  401: {
    'WWW-Authenticate': {
      description: 'Not specified; `Bearer` in the mock',
      schema: { type: 'string', examples: ['Bearer'] },
    },
  },
  405: {
    Allow: {
      description: 'The methods of the path. Not specified; the mock sends it',
      schema: { type: 'string', examples: ['GET, PATCH'] },
    },
  },
  429: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0, examples: [12] } } },
};

function errorResponse(status: string, description: string, named: Examples['errors'][string] | undefined): JsonObject {
  const headers = errorHeaders[status];
  const content = { schema: { $ref: '#/components/schemas/Error' }, ...(named && { examples: named }) };
  return { description, ...(headers && { headers }), content: { 'application/json': content } };
}

function json(schema: JsonObject, example?: object): JsonObject {
  return { 'application/json': { schema, ...(example && { example }) } };
}

/** Returns the data of an example's response, as a list. */
function entriesOf(example: OperationExample | undefined): readonly unknown[] {
  return [example?.response?.data].flat();
}

function withExamples(example: unknown): JsonObject {
  return example === undefined ? {} : { examples: [example] };
}

/** Returns the first example of each component. */
function examplesOfComponents(examples: Examples['operations']): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [operation, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [entry] = entriesOf(examples[operation]);
    found[componentOf(endpoint) ?? ''] ??= entry;
  }
  return found;
}
