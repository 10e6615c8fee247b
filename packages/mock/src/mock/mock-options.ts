import { exactEnum } from '@issue-tracking/model';
import * as z from 'zod/mini';
import type { Behavior } from '../behavior/behavior.ts';
import type { RequestLogOptions } from '../log/log.ts';
import type { MockClock } from '../platform/clock/clock.ts';
import { isClock } from '../platform/clock/service-clock.ts';
import { type Delay, delay } from '../platform/delay.ts';
import { parseInput } from '../platform/input/input-error.ts';
import { flag, jsonForms, object, type ShapeOf, wholeNumber } from '../platform/input/schemas.ts';
import { rateLimit } from '../settings/settings.ts';
import type { AuthenticationSource } from '../state.ts';
import type { WorldFile } from './world-file.ts';

/** Options of a mock. All have defaults. */
export interface MockOptions {
  /**
   * The address of the service, which may have a path, or `*` for any origin. By default `https://issues.test`. The mock responds
   * to all requests below `<baseUrl>/api/` and to no others.
   */
  baseUrl?: string | undefined;
  /**
   * The initial data. By default an organization `acme` with the project `prj_web`, three issues and the API key `svc_mock`,
   * which has every scope. Data pulled from a service (`form: 'pulled'`) stays as it is. Pass data of an imported JSON file
   * through `parseWorld(json)`: to TypeScript its `status` is any string. The file of a saved state has clock, faults and settings
   * too; other options go before its settings.
   */
  world?: WorldFile | undefined;
  /** Choices where the specification leaves something open. */
  behavior?: Partial<Behavior> | undefined;
  /**
   * Whether unknown query parameters and body members get a 400, as with the behavior options `unknownParameters` and
   * `unknownMembers`: by default `false`.
   */
  strict?: boolean | undefined;
  /** By default `systemClock()`. With `virtualClock()`, time stands still until the test moves it, or jumps by itself. */
  clock?: MockClock | undefined;
  /** Seed of generated ids, keys, tokens and random choices. By default 1. The same seed and calls give the same ids. */
  seed?: number | undefined;
  /**
   * The rate limit: by default 100 requests in 60,000 ms; `false` for none. With 0 requests, every authenticated request gets
   * a 429 with a `Retry-After` of the whole window.
   */
  rateLimit?: false | { requests?: number | undefined; windowMs?: number | undefined } | undefined;
  /**
   * Delay of every response, in milliseconds of the computer's clock: a number, or a range `[from, to]`. By default 0.
   * `mock.settings` changes it.
   */
  latencyMs?: Delay | undefined;
  /**
   * The response to an unknown path below `<baseUrl>/api/`. `'reject'`, the default, responds with 404.
   * `'passthrough'` leaves it to your application's own API at the same address: to MSW's other handlers and the network, to
   * Playwright's other routes, and with `mock.fetch` to the global `fetch`. The HTTP server always responds with 404.
   */
  unknownPath?: 'reject' | 'passthrough' | undefined;
  /** Maximum size of `mock.requests`. By default 1,000 requests, and 33,554,432 bytes of their headers and bodies. */
  requestLog?: RequestLogOptions | undefined;
  /**
   * The source of a failed authentication. `'address'`: the client's address; all requests in one process have the same.
   * `'credential'`: the presented credential. Or a function that returns the source of a request. By default the address in the
   * server, but a key or token that the mock has counts by itself, so that tenants don't lock one another out; elsewhere the
   * credential.
   */
  source?: AuthenticationSource | undefined;
}

/** {@link MockOptions}, but for what is checked where it is read: an address, a world and the behavior options' values. */
export const mockOptions = object({
  baseUrl: z.optional(z.string('must be "*" or an http(s) address such as "https://issues.test"')),
  world: z.optional(z.custom<WorldFile>(() => true)),
  behavior: z.optional(z.custom<Partial<Behavior>>(isObject, 'must be an object of behavior options')),
  strict: z.optional(flag),
  clock: z.optional(z.custom<MockClock>(isClock, 'must be a clock, made by systemClock() or virtualClock()')),
  seed: z.optional(z.int('must be a whole number')),
  rateLimit: z.optional(rateLimit),
  latencyMs: z.optional(delay),
  unknownPath: z.optional(exactEnum(['reject', 'passthrough'])),
  requestLog: z.optional(object({ entries: z.optional(wholeNumber(1)), bytes: z.optional(wholeNumber(0)) })),
  // GAP-21
  source: z.optional(
    z
      .custom<AuthenticationSource>(
        (value) => value === 'address' || value === 'credential' || typeof value === 'function',
        'must be "address", "credential", or a function of the request',
      )
      .register(jsonForms, { enum: ['address', 'credential'] }),
  ),
} satisfies ShapeOf<MockOptions>);

/** @throws TypeError for invalid options. */
export function parseMockOptions(options: MockOptions): MockOptions {
  const wording = { who: 'Options of a mock', hasNo: 'A mock has no option', member: 'The option' };
  return parseInput(mockOptions, options, wording);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
