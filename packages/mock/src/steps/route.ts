import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type ObjectSchema,
  type PathSegment,
  parsePath,
  type Scope,
} from '@issue-tracking/model';
import { HttpError } from '../platform/http/http-error.ts';
import type { CheckedRequest, Handler, HandlerInput, Reply } from '../endpoints/handler.ts';
import { handlers } from '../endpoints/all.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import { nearestEndpoint } from '../log/nearest-endpoint.ts';

/** An endpoint's row of the table, with its handler. */
interface Operation {
  readonly endpoint: EndpointName;
  readonly scope: Scope;
  /** Status of a success. */
  readonly success: number;
  readonly params: ObjectSchema;
  readonly query: ObjectSchema;
  /** `null` if the endpoint takes no body. */
  readonly body: ObjectSchema | null;
  /** @throws HttpError */
  handle(call: CheckedRequest): Reply<unknown>;
}

/** The operation and path parameters of a request. */
export interface Route {
  readonly operation: Operation;
  /** Path parameters by name, undecoded. */
  readonly params: Readonly<Record<string, string>>;
}

interface Path {
  readonly template: string;
  readonly segments: readonly PathSegment[];
  readonly methods: Map<string, Operation>;
}

/** Known paths by number of segments, so that a request is compared with at most three paths. */
const paths = new Map<number, Path[]>();
for (const name of Object.keys(endpoints) as EndpointName[])
  pathOf(endpoints[name].path).methods.set(endpoints[name].method, endpointOperation(name));

/**
 * Finds the operation by the undecoded path. Paths with a trailing or double slash or another letter case differ (GAP-25); an
 * encoded slash is part of its segment (GAP-39). Returns an error 404 for an unknown path, 405 for a wrong method.
 */
export function findRoute(method: string, path: string): Route | HttpError {
  const segments = path.split('/');
  // GAP-48
  const asMethod = method === 'HEAD' ? 'GET' : method;
  const found = findPath(segments);
  const operation = found?.methods.get(asMethod);
  if (found && operation) return { operation, params: paramsIn(found.segments, segments) };
  if (!found)
    return new HttpError(404, mockTexts.notFound).because({
      text: `The API has no such path. The nearest endpoint is ${nearestEndpoint(path)}.`,
    });
  // GET implies HEAD (GAP-48).
  const allow = [...found.methods.keys()].flatMap((each) => (each === 'GET' ? [each, 'HEAD'] : [each])).join(', ');
  return new HttpError(405, mockTexts.methodNotAllowed, { headers: { allow } }).because({
    text: `This path takes ${allow}.`,
    reason: 'wrong method',
  });
}

/** Whether an endpoint has this path, with any method. */
export function isKnownPath(path: string): boolean {
  return findPath(path.split('/')) !== undefined;
}

function findPath(segments: readonly string[]): Path | undefined {
  return paths.get(segments.length)?.find((candidate) => matches(candidate.segments, segments));
}

/** Whether the segments of a path match a template. Parameters match any text that isn't empty. */
function matches(template: readonly PathSegment[], segments: readonly string[]): boolean {
  if (template.length !== segments.length) return false;
  return template.every(({ literal }, at) => (literal === undefined ? segments[at] !== '' : literal === segments[at]));
}

function paramsIn(template: readonly PathSegment[], segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [at, { param }] of template.entries()) if (param !== undefined) params[param] = segments[at] ?? '';
  return params;
}

/** Returns the entry of a template, created on first use. Endpoints with the same path share one entry. */
function pathOf(template: Endpoint['path']): Path {
  const segments = parsePath(template);
  const siblings = paths.get(segments.length) ?? [];
  paths.set(segments.length, siblings);
  const known = siblings.find((path) => path.template === template);
  if (known) return known;
  const path: Path = { template, segments, methods: new Map() };
  siblings.push(path);
  return path;
}

/** Returns the operation of an endpoint. */
function endpointOperation<Name extends EndpointName>(name: Name): Operation {
  const { scope, success, params, query, body } = endpoints[name];
  const handler: Handler<Name> = handlers[name];
  return {
    endpoint: name,
    scope,
    success,
    params,
    query,
    body,
    // The cast is safe: earlier steps have checked the request against the endpoint's row.
    handle: (call: unknown) => handler(call as HandlerInput<Name>),
  };
}
