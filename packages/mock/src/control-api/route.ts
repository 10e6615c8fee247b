import type { ServerResponse } from 'node:http';
import type { ObjectSchema } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import type { Core } from '../core.ts';
import type { FaultHandle } from '../faults/fault-registry.ts';
import type { CoreMock, Snapshot } from '../mock.ts';
import type { Shelf } from './shelf.ts';

/** What the routes act on. */
export interface ControlContext {
  readonly mock: CoreMock;
  readonly core: Core;
  /** The base URL for clients. */
  readonly url: string;
  /** Told of each response that ends only with the server. */
  readonly connections: { stream(response: ServerResponse): void };
  readonly snapshots: Shelf<Snapshot>;
  /** The faults added here: their reports outlast them. */
  readonly faults: Shelf<FaultHandle>;
}

interface RouteHead {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/__mock/`. */
  readonly path: string;
  /** One line, for people. */
  readonly summary: string;
}

/** A route that answers with JSON. */
export interface JsonRoute extends RouteHead {
  /** Of the JSON body; `null` for a route that takes none. */
  readonly body: ObjectSchema | null;
  /** What it gives is the answer's JSON. */
  run(context: ControlContext, body: never): unknown;
}

/** A route that goes on answering. */
export interface StreamRoute extends RouteHead {
  stream(context: ControlContext, response: ServerResponse): void;
}

export type ControlRoute = JsonRoute | StreamRoute;

/** A route that takes a body, typed by its schema. */
export function post<Body extends ObjectSchema>(
  path: string,
  summary: string,
  body: Body,
  run: (context: ControlContext, body: z.infer<Body>) => unknown,
): JsonRoute {
  return { method: 'POST', path, summary, body, run };
}

/** A route that only reads. */
export function get(path: string, summary: string, run: (context: ControlContext) => unknown): JsonRoute {
  return { method: 'GET', path, summary, body: null, run };
}
