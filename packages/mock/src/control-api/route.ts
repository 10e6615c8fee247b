import type { ServerResponse } from 'node:http';
import type * as z from 'zod/mini';
import type { Core } from '../core.ts';
import type { CoreMock, Snapshot } from '../core-mock.ts';
import type { FaultHandle } from '../faults/fault-registry.ts';
import { parseInput } from '../input/input-error.ts';
import type { SessionRegistry } from './session-registry.ts';

/** What the routes act on. */
export interface ControlContext {
  readonly mock: CoreMock;
  readonly core: Core;
  /** The base URL for clients. */
  readonly url: string;
  /** To be told of responses that end only with the server. */
  readonly connections: { stream(response: ServerResponse): void };
  readonly snapshots: SessionRegistry<Snapshot>;
  /** The faults added here: their reports outlast them. */
  readonly faults: SessionRegistry<FaultHandle>;
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
  /** Of the JSON body; absent for a route that takes none. */
  readonly input?: z.ZodMiniType;
  /** Of the JSON it answers with. */
  readonly output: z.ZodMiniType;
  /** Checks the body and does what the route is for. @throws InputError */
  answer(context: ControlContext, json: unknown): unknown;
}

/** A route that goes on answering. */
export interface StreamRoute extends RouteHead {
  stream(context: ControlContext, response: ServerResponse): void;
}

export type ControlRoute = JsonRoute | StreamRoute;

type Handler<Input, Output> = (context: ControlContext, input: Input) => Output | Promise<Output>;

/** A route without a body. */
export function bodyless<Output>(
  method: 'GET' | 'DELETE',
  path: string,
  summary: string,
  output: z.ZodMiniType<Output>,
  run: Handler<void, Output>,
): JsonRoute {
  return { method, path, summary, output, answer: (context) => run(context) };
}

/** A route that takes a body, which its handler gets checked. */
export function post<Input, Output>(
  path: string,
  summary: string,
  { input, output }: { input: z.ZodMiniType<Input>; output: z.ZodMiniType<Output> },
  run: Handler<Input, Output>,
): JsonRoute {
  const wording = { who: 'The body', hasNo: 'The body has no', member: "The body's" };
  const answer = (context: ControlContext, json: unknown) => run(context, parseInput(input, json, wording));
  return { method: 'POST', path, summary, input, output, answer };
}
