import type { PulledWorld } from '../data/world/pulled-world.ts';
import type { World } from '../data/world/world.ts';
import type { BaseUrl } from '../platform/http/base-url.ts';
import type { WireRequest } from '../platform/http/wire.ts';
import type { HandledRequest } from '../service/pipeline/pipeline.ts';
import type { MockService } from '../service/service.ts';
import type { Generations } from './generations.ts';
import type { Mock, Snapshot } from './mock.ts';

/** The part of a mock for adapters and the control API, hidden from tests. */
export interface MockInternals {
  /** Logs a request and handles it. The result rejects only when the request's own signal has aborted. */
  handle(request: WireRequest): HandledRequest;
  /** Whether a path is the mock's to answer, and not left to an application's own API. */
  owns(path: string): boolean;
  readonly baseUrl: BaseUrl;
  /** The parts of the mock, for the control API to show and change. */
  readonly service: MockService;
  /** For adapters through which clients of this process reach the mock. */
  readonly generations: Generations;
  /**
   * Puts another world in place of the records; from now on it is what a reset goes back to.
   *
   * @throws WorldError for a world with mistakes; then nothing has changed.
   */
  load(world: World | PulledWorld): void;
  /** Restores the records, faults, stubs and settings of a snapshot. Clock, log and limits stay as they are. */
  undo(snapshot: Snapshot): void;
}

/** Known to every copy of this package: a mock of the CommonJS one may be served by the other's `listen`. */
const internalsKey: unique symbol = Symbol.for('@issue-tracking/mock');

/** Returns the internals of a mock. */
export function internalsOf(mock: Mock & { readonly [internalsKey]?: MockInternals }): MockInternals {
  const internals = mock[internalsKey];
  if (!internals) throw new TypeError('Not a mock made by createMock()');
  return internals;
}

/** Attaches internals to a mock. */
export function bindInternals(mock: Mock, internals: MockInternals): void {
  // Not enumerable, so that it shows in no console.
  Object.defineProperty(mock, internalsKey, { value: internals });
}
