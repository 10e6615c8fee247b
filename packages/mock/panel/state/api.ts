/** An endpoint, named as in the SDK: `issues.update`. */
export interface EndpointSummary {
  readonly name: string;
  readonly method: string;
  /** `/api/v1/projects/{projectId}` */
  readonly path: string;
}

/** The part of an OpenAPI document that the panel reads. */
interface Document {
  readonly paths: Record<string, Record<string, { readonly operationId?: string }>>;
}

/** Returns the endpoints of an OpenAPI document in its order. */
export function endpointsOf({ paths }: Document): EndpointSummary[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId: name }]) =>
      name === undefined ? [] : [{ name, method: method.toUpperCase(), path }],
    ),
  );
}

/** Returns the decoded path parameters, or `null` for the path of another endpoint. */
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
