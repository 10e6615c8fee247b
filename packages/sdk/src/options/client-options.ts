import type { RetryOptions } from '../call/call-settings.ts';
import type { AccessToken, ApiKey } from '../gate/provider.ts';
import type { RateLimitStore } from '../gate/store.ts';
import type { Hooks } from '../hooks.ts';
import type { Clock } from '../platform/clock.ts';
import type { FetchLike } from '../platform/fetch-like.ts';
import type { HeaderOptions } from '../validation/headers.ts';
import type { LogLevel } from '../validation/option-table.ts';
import type { Logger } from './log.ts';

/** How the client stays below the service's rate limit. */
export interface RateLimitOptions {
  /** Requests in one window, from 1. By default 100. */
  requests?: number | undefined;
  /** Length of the sliding window, in milliseconds. By default 60,000. */
  windowMs?: number | undefined;
  /** Counts the requests of several processes together. By default each process counts its own. */
  store?: RateLimitStore | undefined;
  /** If the store fails: `fail` the call (the default), or let each process count its own requests (`local`). */
  onStoreError?: 'fail' | 'local' | undefined;
}

/** Either `apiKey` or `accessToken`, or none if the environment has the key. */
export type OneCredential =
  | {
      /**
       * An API key, `svc_…`, or a function that returns one, for keys that rotate. By default the environment variable
       * `ISSUE_TRACKING_API_KEY`. The function is called once for all waiting calls, a little before `expiresAt`, and after
       * a 401. Set `apiKey` or `accessToken`, not both.
       */
      apiKey?: ApiKey | undefined;
      accessToken?: undefined;
    }
  | {
      apiKey?: undefined;
      /**
       * An OAuth access token, or a function that returns one. The function is called once for all waiting calls, a
       * little before `expiresAt`, and after a 401. `timeout` doesn't limit the function: limit its time in the
       * function itself, or set a `deadline` for the calls.
       */
      accessToken?: AccessToken | undefined;
    };

/** Options of the client. */
export type ClientOptions = CommonOptions & OneCredential;

/** Options of the client besides its credential, for several clients: `{ ...common, apiKey }`. */
export interface CommonOptions {
  /**
   * The address of the service, without `/api/v1`. It may have a path. By default the environment variable
   * `ISSUE_TRACKING_BASE_URL`.
   */
  baseUrl?: string | URL | undefined;
  /**
   * Replaces the platform's `fetch`, for a proxy, a test or the mock. The client calls it once for each attempt, with the
   * URL as a string and an `init` object, never with a `Request`. Use the same function for all clients: only clients with
   * the same credential, `fetch` and `clock` count their requests together.
   */
  fetch?: FetchLike | undefined;
  /**
   * Headers of every request. One that is `undefined` is left out. A call may add its own. The client sets `authorization`
   * and `content-type` itself, the platform `content-length`, `host` and others.
   */
  headers?: HeaderOptions | undefined;
  /**
   * Time limit of one attempt, from sending to the end of the body, in milliseconds: at most 2,147,483,647, by default
   * 30,000. A call may have its own. Node's `fetch` gives up after 300,000 without a byte: for more, pass a `fetch` of undici
   * whose agent has other values of `headersTimeout` and `bodyTimeout`.
   */
  timeout?: number | undefined;
  /** Time limit of a call with all its attempts and waits, in milliseconds. By default none. A call may have its own. */
  deadline?: number | undefined;
  /** How often calls are retried if that is safe; `false` for never. A call may have its own. */
  retry?: false | RetryOptions | undefined;
  /** The rate limit to stay below. `false` turns the limiter off, for when another program limits the rate. */
  rateLimit?: false | RateLimitOptions | undefined;
  /**
   * Keeps the failed authentications of each credential below the service's lockout, with 4 requests in flight at most.
   * By default `true`. `false` turns this protection off.
   */
  lockoutProtection?: boolean | undefined;
  /** Functions that the client calls with its events. */
  hooks?: Hooks | undefined;
  /**
   * Logger that receives the lines, such as one of pino or winston. By default the console, always on stderr in Node.
   */
  logger?: Logger | undefined;
  /**
   * The least severe messages to log, without credentials, queries and bodies. `warn` logs each likely mistake in the
   * configuration once, and for each reason the client's first wait of 2 seconds or more, when it begins. `info` adds
   * each attempt, each such wait, and drift. `debug` adds every wait. `error` logs nothing, because the client throws its
   * errors. By default the environment variable `ISSUE_TRACKING_LOG`, or `warn` without it.
   */
  logLevel?: LogLevel | undefined;
  /** Clock for every wait, timeout and deadline, so that a test can control time. By default the system's. */
  clock?: Clock | undefined;
}
