import { type EndpointName, endpoints, type IssueStatus, isSettable, type ObjectSchema } from '@issue-tracking/model';
import { decodedSegment } from '../../platform/http/sent.ts';
import type { CopiedRequest } from './copied-request.ts';

/**
 * Returns the SDK call that sends a request: `client.issues.get('prj_web', 1)`. `undefined` if none does: the SDK rejects invalid
 * input before sending.
 */
export function asCall({ entry, params: raw, body, contentType }: CopiedRequest): string | undefined {
  const { endpoint: name, method, search } = entry;
  if (!name || endpoints[name].method !== method) return undefined;
  const { params, query, body: bodySchema } = endpoints[name];
  const path = Object.fromEntries(Object.entries(raw).map(([member, segment]) => [member, decodedSegment(segment)]));
  const parameters = [...new URLSearchParams(search)];
  const queryValues = Object.fromEntries(parameters);
  if (parameters.length !== Object.keys(queryValues).length || !fits(params, path) || !fits(query, queryValues))
    return undefined;
  const args = Object.entries(path).map(([member, value]) => (member === 'issueNumber' ? value : literal(value)));
  if (bodySchema) {
    const written = parsed(body);
    if (contentType?.split(';')[0]?.trim() !== 'application/json' || !fits(bodySchema, written)) return undefined;
    const status: unknown = Object(written).status;
    if (status !== undefined && !isSettable(status as IssueStatus)) return undefined;
    args.push(literal(written));
  } else if (parameters.length > 0) args.push(literal(withNumbers(query, queryValues)));
  return `client.${name satisfies EndpointName}(${args.join(', ')})`;
}

/** Whether a value matches a schema and has no other members. */
function fits(schema: ObjectSchema, value: unknown): boolean {
  const { shape } = schema.def;
  return schema.safeParse(value).success && Object.keys(Object(value)).every((name) => Object.hasOwn(shape, name));
}

/** Parses values. Keeps their order, which is not the schema's. */
function withNumbers(schema: ObjectSchema, values: Record<string, string>): Record<string, unknown> {
  return { ...values, ...schema.safeParse(values).data };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Returns a value as a TypeScript literal, with single quotes and unquoted names. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", String.raw`\'`)}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)}: ${literal(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
