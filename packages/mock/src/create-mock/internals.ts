import type { PulledWorld, World } from '../records/world.ts';
import { hiddenParts } from '../platform/hidden-parts.ts';
import type { BaseUrl } from '../platform/http/base-url.ts';
import type { WireRequest } from '../platform/http/wire.ts';
import type { HandledRequest } from '../service/pipeline/pipeline.ts';
import type { MockService } from '../service/service.ts';
import type { Generations } from './generations.ts';
import type { Mock } from './mock.ts';

/** The parts of a mock for adapters and the control API, hidden from tests. */
export interface MockInternals {
  /** Logs a request and handles it. The result rejects only if the request's own signal has aborted. */
  handle(request: WireRequest): HandledRequest;
  /** Whether the mock responds to a path. If not, it belongs to the application's own API. */
  owns(path: string): boolean;
  readonly baseUrl: BaseUrl;
  readonly service: MockService;
  /** For adapters that publish the mock to clients of this process. */
  readonly generations: Generations;
  /**
   * Replaces all records. From now on, a reset restores these.
   *
   * @throws WorldError for an invalid world; then nothing has changed.
   */
  load(world: World | PulledWorld): void;
}

const internalsByMock = hiddenParts<Mock, MockInternals>('internals');

/** Returns the internals of a mock. @throws TypeError for any other value */
export function internalsOf(mock: Mock): MockInternals {
  const internals = internalsByMock.get(mock);
  if (!internals) throw new TypeError('Not a mock: pass the result of createMock()');
  return internals;
}

/** Attaches internals to a mock. */
export function bindInternals(mock: Mock, internals: MockInternals): void {
  internalsByMock.set(mock, internals);
}
