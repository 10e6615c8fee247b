import { exactEnum } from '@issue-tracking/model';
import * as z from 'zod/mini';
import type { PulledWorld } from '../data/world/pulled-world.ts';
import type { World } from '../data/world/world.ts';
import type { MockClock } from '../platform/clock/clock.ts';
import { parseInput } from '../platform/input/input-error.ts';
import { object, wholeNumber } from '../platform/input/schemas.ts';
import { type Delay, delay } from '../service/faults/delay.ts';
import type { Readings } from '../service/readings/readings.ts';
import type { RequestLogOptions } from '../service/request-log/journal.ts';
import { rateLimit } from '../service/settings/settings.ts';

/** How a mock is made; everything has a default. */
export interface MockOptions {
  /**
   * Where the service stands: `https://issues.test` by default, with a path if need be, or `*` for any origin. The
   * mock owns everything below `<baseUrl>/api/` and nothing else.
   */
  baseUrl?: string | undefined;
  /**
   * The data to begin with. By default an organization `acme` with the project `prj_web`, three issues and the API key
   * `svc_mock`, which holds every scope. Data pulled from a service says so and stays as it is. What comes from another
   * JSON file, whose `status` TypeScript takes for any string, goes through `parseWorld(json)`.
   */
  world?: World | PulledWorld | undefined;
  /** How to read what the specification leaves open. */
  readings?: Partial<Readings> | undefined;
  /** `systemClock()` by default; `virtualClock()` to move time by hand or by itself. */
  clock?: MockClock | undefined;
  /** Where generated ids, keys and tokens begin: 1 by default. The same seed and calls give the same ids. */
  seed?: number | undefined;
  /**
   * The request rate: 100 in 60,000 ms by default; `false` for none. With 0 requests every call that is authenticated is
   * answered with 429, and told to wait for the whole window.
   */
  rateLimit?: false | { requests?: number | undefined; windowMs?: number | undefined } | undefined;
  /**
   * How long every response is held back, in milliseconds of the computer's clock: 0 by default, a number, a range
   * `[from, to]`, or a distribution. `mock.settings` changes it.
   */
  latencyMs?: Delay | undefined;
  /**
   * What becomes of a request below `<baseUrl>/api/` to a path that the API doesn't have: `'refuse'`, the default, answers
   * it with 404. `'passthrough'` leaves it to your application's own API, which stands at the same address: to MSW's other
   * handlers and the network, to Playwright's other routes, and with `mock.fetch` to the global `fetch`. The HTTP server,
   * which has nobody to leave it to, refuses it.
   */
  unknownPath?: 'refuse' | 'passthrough' | undefined;
  /** How much `mock.requests` keeps: 1,000 requests, and 33,554,432 bytes of their headers and bodies, by default. */
  requestLog?: RequestLogOptions | undefined;
  /**
   * What counts as one authentication source. By default the client's address in the standalone server, and
   * elsewhere the presented credential, so that tests in one process don't lock one another out.
   */
  source?: ((request: Request) => string) | undefined;
}

const clockMembers = ['now', 'sleep', 'advance', 'set', 'hold'];

/** {@link MockOptions}, but for what is checked where it is read: an address, a world and the readings' values. */
export const mockOptions = object({
  baseUrl: z.optional(z.string('must be "*" or an http(s) address such as "https://issues.test"')),
  world: z.optional(z.custom<World | PulledWorld>(() => true)),
  readings: z.optional(z.custom<Partial<Readings>>(isObject, 'must be an object of readings')),
  clock: z.optional(z.custom<MockClock>(isClock, 'must be a clock, made by systemClock() or virtualClock()')),
  seed: z.optional(z.int('must be a whole number')),
  rateLimit: z.optional(rateLimit),
  latencyMs: z.optional(delay),
  unknownPath: z.optional(exactEnum(['refuse', 'passthrough'])),
  requestLog: z.optional(object({ entries: z.optional(wholeNumber(1)), bytes: z.optional(wholeNumber(0)) })),
  // GAP-21
  source: z.optional(
    z.custom<(request: Request) => string>((value) => typeof value === 'function', 'must be a function of the request'),
  ),
});

/** @throws TypeError for options that can't be what their author meant. */
export function parseMockOptions(options: unknown): MockOptions {
  const wording = { who: 'Options of a mock', hasNo: 'A mock has no option', member: 'The option' };
  return parseInput(mockOptions, options, wording);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isClock(value: unknown): boolean {
  return isObject(value) && clockMembers.every((name) => typeof Reflect.get(value, name) === 'function');
}
