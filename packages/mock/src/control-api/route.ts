import type * as z from 'zod/mini';
import type { ChangeTopic } from '../changes.ts';
import type { RequestEntry } from '../log/request-entry.ts';
import type { MockInternals } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import { invalidInput } from '../platform/http/http-error.ts';
import { parseInput } from '../platform/input/input-error.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/** The objects that routes use. */
export interface ControlContext {
  readonly mock: Mock;
  readonly internals: MockInternals;
  /** The base URL for clients. */
  readonly url: string;
  readonly snapshots: SnapshotStore;
}

/** A request's input, unchecked. */
interface UncheckedRouteInput {
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The JSON of the body; `undefined` for a route that takes none. */
  readonly body: unknown;
}

/** A request's checked input. */
export interface RouteInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface RouteHead {
  readonly method: Method;
  /** Below `/__mock/`, such as `faults/{id}`. */
  readonly path: string;
  /** One line for users. */
  readonly summary: string;
}

/** A route that responds with JSON. */
export interface JsonRoute extends RouteHead {
  /** An object schema of the path parameters. */
  readonly params?: z.ZodMiniType | undefined;
  /** An object schema of the query's parameters; absent for a route that takes none. */
  readonly query?: z.ZodMiniType | undefined;
  /** Schema of the JSON body; absent for a route that takes none. */
  readonly input?: z.ZodMiniType | undefined;
  /** Checks the input and runs the route. @throws InputError, HttpError */
  respond(context: ControlContext, input: UncheckedRouteInput): unknown;
}

/** The events that subscribers receive. */
export type ControlEvent =
  | { readonly event: 'request'; readonly data: RequestEntry }
  | { readonly event: 'change'; readonly data: { readonly what: ChangeTopic } };

/** A route that streams events. */
export interface StreamRoute extends RouteHead {
  /** Calls back with each event. Returns a function that unsubscribes. */
  subscribe(context: ControlContext, listener: (event: ControlEvent) => void): () => void;
}

export type ControlRoute = JsonRoute | StreamRoute;

/** The schemas of a route's input. */
interface Schemas<Params, Query, Body> {
  params?: z.ZodMiniType<Params>;
  query?: z.ZodMiniType<Query>;
  input?: z.ZodMiniType<Body>;
}

/** Creates a route. `run` receives checked input. */
export function route<Params = unknown, Query = unknown, Body = unknown>(
  method: Method,
  path: string,
  summary: string,
  { params, query, input }: Schemas<Params, Query, Body>,
  run: (context: ControlContext, checked: RouteInput<Params, Query, Body>) => unknown,
): JsonRoute {
  return {
    method,
    path,
    summary,
    params,
    query,
    input,
    respond(context, unchecked) {
      if (!query && method !== 'GET') rejectQuery(unchecked.query);
      return run(context, {
        params: checked(params, unchecked.params, 'path'),
        query: checked(query, unchecked.query, 'query'),
        body: checked(input, unchecked.body, 'body'),
      });
    },
  };
}

/** Rejects a query: `DELETE faults?id=fault-1` is meant for one fault, but would delete all. @throws HttpError */
function rejectQuery(query: Readonly<Record<string, string>>): void {
  const details = Object.keys(query).map((field) => ({
    field,
    message: 'must be left out: this route takes no query',
  }));
  if (details.length > 0) throw invalidInput(...details);
}

function checked<Value>(schema: z.ZodMiniType<Value> | undefined, value: unknown, part: string): Value {
  // The cast is safe because routes without a schema don't use the value.
  if (!schema) return undefined as Value;
  return parseInput(schema, value, { who: `The ${part}`, hasNo: `The ${part} has no`, member: `The ${part}'s` });
}
