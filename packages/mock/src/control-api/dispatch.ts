import { HttpError, invalidInput, reportFailure } from '../platform/http/http-error.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import { InputError } from '../platform/input/input-error.ts';
import { whole } from '../platform/input/problems.ts';
import type { ControlContext, ControlRoute } from './route.ts';
import { routes } from './routes.ts';
import { snapshotStoreOf } from './snapshot-store.ts';

/** Path of the control API. */
const root = '/__mock';

const table = routes.map((route) => ({ route, template: route.path.split('/') }));

/** A route and its decoded path parameters. */
export interface FoundRoute<Route extends ControlRoute = ControlRoute> {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route for a method and a path. HEAD counts as GET. @throws HttpError 404 or 405 */
export function findRoute(method: string, path: string): FoundRoute {
  const segments = path.slice(root.length).replace(/^\//, '').split('/');
  const there = table.flatMap(({ route, template }) => {
    const params = match(template, segments);
    return params ? [{ route, params }] : [];
  });
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = there.find(({ route }) => route.method === wanted);
  if (found) return found;
  if (there.length === 0) throw new HttpError(404, `There is no such route: GET ${root}/ lists all`);
  throw new HttpError(405, mockTexts.methodNotAllowed, {
    headers: { allow: [...new Set(there.map(({ route }) => route.method))].join(', ') },
  });
}

/** Returns the path parameters; `undefined` if the path doesn't match. */
function match(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, step] of template.entries()) {
    const segment = segments[at] ?? '';
    if (!step.startsWith('{')) {
      if (step !== segment) return undefined;
      continue;
    }
    const value = decoded(segment);
    if (!value) return undefined;
    params[step.slice(1, -1)] = value;
  }
  return params;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Returns the parameters of a query, with the last value of repeated ones. */
export function queryOf(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Returns the objects that the routes of a mock act on. */
export function contextOf(parts: Pick<ControlContext, 'mock' | 'internals' | 'url'>): ControlContext {
  return { ...parts, snapshots: snapshotStoreOf(parts.mock) };
}

/** Converts a thrown value to an error response. */
export function httpErrorOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof InputError) {
    return invalidInput(
      ...error.problems.map(({ path, message }) => ({ field: path === whole ? 'body' : path, message })),
    );
  }
  // The mock throws these for input that matches its schema but is still invalid.
  if (error instanceof TypeError || error instanceof RangeError)
    return invalidInput({ field: 'body', message: error.message });
  reportFailure(error);
  return new HttpError(500, mockTexts.internal);
}
