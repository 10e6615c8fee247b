/** The API as its OpenAPI document describes it, as far as the panel's forms need it. */

/** A JSON schema, as the document's parameters and bodies have it. */
interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: JsonSchema;
}

/** An endpoint, named as in the SDK: `issues.update`. */
export interface Endpoint {
  readonly name: string;
  readonly method: string;
  /** `/api/v1/projects/{projectId}` */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** Of a JSON body, where there is one. */
  readonly body: JsonSchema | undefined;
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter & { $ref?: string })[];
  readonly requestBody?: { content?: Record<string, { schema?: JsonSchema }>; $ref?: string };
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
}

/** Every endpoint of the document, in its order. */
export function endpointsOf(document: Document): Endpoint[] {
  const resolve = <Thing extends { $ref?: string | undefined }>(thing: Thing): Thing => {
    if (thing.$ref === undefined) return thing;
    // `#/components/schemas/Issue`: the document is our own, and its references lead somewhere.
    const [, ...path] = thing.$ref.split('/');
    return path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Thing;
  };
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      if (operation.operationId === undefined) return [];
      const body = operation.requestBody && resolve(operation.requestBody).content?.['application/json']?.schema;
      return [
        {
          name: operation.operationId,
          method: method.toUpperCase(),
          path,
          summary: operation.summary ?? '',
          description: operation.description ?? '',
          parameters: (operation.parameters ?? [])
            .map(resolve)
            .map((parameter) => (parameter.schema ? { ...parameter, schema: resolve(parameter.schema) } : parameter)),
          body: body && resolveMembers(resolve(body), resolve),
        },
      ];
    }),
  );
}

function resolveMembers(schema: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [name, resolve(member)] as const);
  return { ...schema, properties: Object.fromEntries(members) };
}

/** The values of a path's parameters, decoded; `null` where the path is of another endpoint. */
export function pathParams(template: string, path: string): Record<string, string> | null {
  const names: string[] = [];
  const pattern = template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  const match = new RegExp(`^${pattern}$`).exec(path);
  if (!match) return null;
  return Object.fromEntries(names.map((name, index) => [name, decoded(match[index + 1] ?? '')]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
