/** An endpoint, named as in the SDK: `issues.update`. */
export interface Endpoint {
  readonly name: string;
  readonly method: string;
  /** `/api/v1/projects/{projectId}` */
  readonly path: string;
  /** The names of the parameters that are whole numbers. */
  readonly integers: readonly string[];
}

interface Referring {
  readonly $ref?: string;
}

interface Parameter extends Referring {
  readonly name: string;
  readonly schema?: Referring & { readonly type?: string };
}

/** The part of the API's OpenAPI document that is read here. */
interface Document {
  readonly paths: Record<
    string,
    Record<string, { readonly operationId?: string; readonly parameters?: readonly Parameter[] }>
  >;
}

/** Every endpoint of the document, in its order. */
export function endpointsOf(document: Document): Endpoint[] {
  const resolve = <Thing extends Referring>(thing: Thing): Thing => {
    if (thing.$ref === undefined) return thing;
    // `#/components/schemas/Issue`: the document is our own, and its references lead somewhere.
    const [, ...path] = thing.$ref.split('/');
    return path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Thing;
  };
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId: name, parameters = [] }]) => {
      if (name === undefined) return [];
      const integers = parameters.map(resolve).filter(({ schema }) => schema && resolve(schema).type === 'integer');
      return [{ name, method: method.toUpperCase(), path, integers: integers.map((parameter) => parameter.name) }];
    }),
  );
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
