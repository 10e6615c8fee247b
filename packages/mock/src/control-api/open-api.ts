import { enumeratedValues, errorBodySchema, type JsonObject, type OpenApiDocument } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { jsonForms } from '../platform/input/schemas.ts';
import type { ControlRoute } from './route.ts';

const errorResponses: Record<string, string> = {
  400: 'The input is invalid: `details` names each invalid member',
  401: 'The server requires a token, and the request has none or a wrong one',
  403: 'The request comes from a page of another host, or the server has no token and other computers can reach it',
  404: 'There is no such route or object',
  409: 'The present state does not allow it',
};

/** Returns the OpenAPI 3.1 document of the control API. */
export function controlOpenApi(routes: readonly ControlRoute[], url: string): OpenApiDocument {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = `/__mock/${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Issue Tracking mock: control API',
      version: '1.0',
      description:
        'Controls the mock from tests in any language. `/__mock/openapi.json` describes the API of the mock.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    // Either one, or none if the server was started without a token.
    security: [{ bearer: [] }, { token: [] }, {}],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        token: { type: 'apiKey', in: 'header', name: 'X-Mock-Token' },
      },
      schemas: { Error: jsonSchema(errorBodySchema, 'output') },
    },
  };
}

function operation(route: ControlRoute): JsonObject {
  const content = 'subscribe' in route ? { 'text/event-stream': {} } : json(jsonSchema(route.output, 'output'));
  const { params, query, input } = 'output' in route ? route : {};
  const errors = Object.entries(errorResponses).map(([status, description]) => [
    status,
    { description, content: json({ $ref: '#/components/schemas/Error' }) },
  ]);
  return {
    operationId: `${route.method.toLowerCase()}-${route.path.replaceAll(/[/.]/g, '-').replaceAll(/[{}]/g, '') || 'routes'}`,
    summary: route.summary,
    ...((params || query) && { parameters: [...parameters(params, 'path'), ...parameters(query, 'query')] }),
    ...(input && {
      requestBody: { required: !input.safeParse({}).success, content: json(jsonSchema(input, 'input')) },
    }),
    responses: { 200: { description: 'Success', content }, ...Object.fromEntries(errors) },
  };
}

/** Returns a parameter for each member of an object schema. */
function parameters(schema: z.core.$ZodType | undefined, place: 'path' | 'query'): JsonObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as ObjectForm;
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: member,
  }));
}

/** The JSON Schema of an object. */
interface ObjectForm {
  readonly properties?: Record<string, JsonObject>;
  readonly required?: readonly string[];
}

function json(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } };
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    metadata: jsonForms,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: target }) => {
      const values = enumeratedValues(zodSchema);
      if (values) target.enum = [...values];
      // `format` says the same as the pattern, which is ten times as long.
      if (target.format) delete target.pattern;
    },
  });
  return rest;
}
