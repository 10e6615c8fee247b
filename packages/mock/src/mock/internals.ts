import type { Entry } from '../log/entry.ts';
import type { WhyStep } from '../log/trace.ts';
import type { BaseUrl } from '../platform/http/base-url.ts';
import type { Sent } from '../platform/http/sent.ts';
import type { Served } from '../serve.ts';
import type { Service } from '../state.ts';
import type { Generations } from './generations.ts';
import type { Mock, Snapshot } from './mock.ts';
import type { WorldFile } from './world-file.ts';

/** The parts of a mock for adapters and the control API, hidden from tests. */
export interface MockInternals {
  readonly service: Service;
  /** Logs a request and serves it. Adapters don't import this, so that their bundles don't contain the service. */
  serve(sent: Sent): Served;
  /** Explains the response to a request. */
  why(entry: Entry): WhyStep[];
  /** Whether the mock responds to a path. If not, it belongs to the application's own API. */
  owns(path: string): boolean;
  readonly baseUrl: BaseUrl;
  /** For adapters that publish the mock to clients of this process. */
  readonly generations: Generations;
  /** Returns the present state, or a snapshot, as a world file. */
  file(snapshot?: Snapshot): WorldFile;
  /** Returns what a later mock with the same options lacks: no time of a clock that was never moved, and only changed settings. */
  kept(): WorldFile;
  /** Replaces the state by that of a world file, as a change. @throws WorldError, TypeError for an invalid file; then nothing has changed. */
  open(file: unknown): void;
  /** Does the same, but as no change; from now on, a reset restores what the file has. */
  load(world: WorldFile): void;
}

/** Global, because a mock of the CommonJS build may be passed to a function of the ES module build. */
const key: unique symbol = Symbol.for('@issue-tracking/mock/internals');

/** Returns the internals of a mock. @throws TypeError for any other value */
export function internalsOf(mock: Mock): MockInternals {
  const { [key]: internals }: { [key]?: MockInternals } = Object(mock);
  if (!internals) throw new TypeError('Not a mock: pass the result of createMock()');
  return internals;
}

/** Attaches internals to a mock, where consoles and assertions don't see them. */
export function bindInternals(mock: Mock, internals: MockInternals): void {
  Object.defineProperty(mock, key, { value: internals });
}
