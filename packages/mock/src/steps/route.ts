import {
  type EndpointName,
  endpoints,
  type ObjectSchema,
  type PathSegment,
  parsePath,
  type Scope,
} from '@issue-tracking/model';
import { handlers } from '../endpoints/all.ts';
import type { CheckedRequest, HandlerReply } from '../endpoints/handler.ts';
import type { Entry } from '../log/entry.ts';
import { nearestEndpoint } from '../log/nearest-endpoint.ts';
import { HttpError } from '../platform/http/http-error.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';

/** A row of the table of endpoints, with its handler. */
export interface Route {
  readonly endpoint: EndpointName;
  readonly method: string;
  readonly segments: readonly PathSegment[];
  readonly scope: Scope;
  /** Status of a success. */
  readonly success: number;
  readonly params: ObjectSchema;
  readonly query: ObjectSchema;
  /** `null` if the endpoint takes no body. */
  readonly body: ObjectSchema | null;
  /** @throws HttpError */
  handle(call: CheckedRequest): HandlerReply;
}

const routes = Object.entries(endpoints).map(([name, row]): Route => {
  const endpoint = name as EndpointName;
  // The cast is safe: earlier steps have checked the request against the row.
  return { ...row, endpoint, segments: parsePath(row.path), handle: handlers[endpoint] as Route['handle'] };
});

/**
 * Finds the endpoint by the undecoded path, for the log. Paths with a trailing or double slash or another letter case differ (GAP-25);
 * an encoded slash is part of its segment (GAP-39). Returns an error 404 for an unknown path, 405 for a wrong method.
 */
export function findRoute(entry: Entry): Route | HttpError {
  const { method, path } = entry;
  const segments = path.split('/');
  const found = routesOf(segments);
  // GAP-48
  const route = found.find((each) => each.method === (method === 'HEAD' ? 'GET' : method));
  if (route) {
    entry.endpoint = route.endpoint;
    entry.params = paramsIn(route.segments, segments);
    return route;
  }
  if (found.length === 0) {
    entry.nearest = nearestEndpoint(path);
    return new HttpError(404, mockTexts.notFound).because({
      text: `The API has no such path. The nearest endpoint is ${entry.nearest}.`,
    });
  }
  // GET implies HEAD (GAP-48).
  const allow = found.flatMap((each) => (each.method === 'GET' ? [each.method, 'HEAD'] : [each.method])).join(', ');
  return new HttpError(405, mockTexts.methodNotAllowed, { headers: { allow } }).because({
    text: `This path takes ${allow}.`,
    reason: 'wrong method',
  });
}

/** Whether an endpoint has this path, with any method. */
export function isKnownPath(path: string): boolean {
  return routesOf(path.split('/')).length > 0;
}

/** Returns the endpoints with this path, one for each method. Parameters match any text that isn't empty. */
function routesOf(path: readonly string[]): readonly Route[] {
  return routes.filter(
    ({ segments }) =>
      segments.length === path.length &&
      segments.every(({ literal }, at) => (literal === undefined ? path[at] !== '' : literal === path[at])),
  );
}

function paramsIn(template: readonly PathSegment[], segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [at, { param }] of template.entries()) if (param !== undefined) params[param] = segments[at] ?? '';
  return params;
}
