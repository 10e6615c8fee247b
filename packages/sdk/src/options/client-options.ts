import type { RetryOptions } from '../call/settings.ts';
import type { AccessToken } from '../credential/provider.ts';
import type { Hooks } from '../hooks.ts';
import type { Clock } from '../platform/clock.ts';
import type { FetchLike } from '../platform/fetch-like.ts';
import type { RateLimitStore } from '../rate-limit/store.ts';

/** How the client keeps under the service's request rate. */
export interface RateLimitOptions {
  /** Requests in one window, from 1: 100. */
  requests?: number | undefined;
  /** Length of the sliding window, in milliseconds: 60,000. */
  windowMs?: number | undefined;
  /** Where requests are counted: in this process, unless several share one credential. */
  store?: RateLimitStore | undefined;
  /** When the store fails: `fail` the call (the default), or go on with a `local` limit. */
  onStoreError?: 'fail' | 'local' | undefined;
  /**
   * What to think of the window before the first request: `assume-empty` (the default), or `assume-full`, where a
   * program with this key may have ended a moment ago: in the first window requests go out one by one, evenly spaced.
   */
  startUp?: 'assume-empty' | 'assume-full' | undefined;
}

/** How the client keeps a credential that has become bad below the service's lockout. */
export interface LockoutProtectionOptions {
  /**
   * Whose failed authentications the service counts together: each `credential`'s (the default), or those of everyone at
   * an `address`. With `address` all credentials of a `baseUrl` origin share 4 failures and 4 requests in flight, so one
   * user's bad token can slow down or stop the others.
   */
  scope?: 'credential' | 'address' | undefined;
  /** Requests in flight at once with a credential, from 1 to 4: 4, or 3 for a function as `accessToken`. */
  maxInFlight?: number | undefined;
}

/** One credential of the two, or none where the environment has it. */
type OneCredential =
  | {
      /**
       * An API key, `svc_…`; else the environment's `ISSUE_TRACKING_API_KEY`. Exactly one of `apiKey` and `accessToken`.
       */
      apiKey?: string | undefined;
      accessToken?: undefined;
    }
  | {
      apiKey?: undefined;
      /**
       * An OAuth access token, or a function that gives one: it is asked once for all callers, a little before `expiresAt`
       * and after a 401. `timeout` is not for it: a function that may hang needs a limit of its own, or calls a `deadline`.
       */
      accessToken?: AccessToken | undefined;
    };

/** Options of the client. */
export type ClientOptions = CommonOptions & OneCredential;

interface CommonOptions {
  /** Where the service is, without `/api/v1`; else the environment's `ISSUE_TRACKING_BASE_URL`. It may have a path. */
  baseUrl?: string | URL | undefined;
  /**
   * Used in place of the platform's, for a proxy, a test or the mock. Make it once: only clients with the same function
   * count their requests together. The same holds for a function as `accessToken`, and for `clock`.
   */
  fetch?: FetchLike | undefined;
  /** Sent with every request; a call may add its own. `authorization` and `content-type` are set by the client. */
  headers?: Record<string, string> | undefined;
  /**
   * For each attempt of a call, headers and body, in milliseconds, at most 2,147,483,647: 30,000. A call may have its
   * own.
   */
  timeout?: number | undefined;
  /** For each call with all its attempts and waits, in milliseconds: none. A call may have its own. */
  deadline?: number | undefined;
  /** How calls retry what is safe to send again; `false` for not at all. A call may have its own. */
  retry?: false | RetryOptions | undefined;
  /** `false` turns the limiter off; only where something else keeps the rate. */
  rateLimit?: false | RateLimitOptions | undefined;
  /** Keeps failed authentications below the service's lockout; `false` turns it off, and nothing is promised. */
  lockoutProtection?: false | LockoutProtectionOptions | undefined;
  /**
   * `tolerant`, the default, passes on what differs from version 1 and can be worked with, and reports it to `onDrift`:
   * values outside an enumeration, times in another precision, and `null` or nothing where the type says text. `strict`
   * refuses it. Unknown fields are passed on by both.
   */
  validation?: 'tolerant' | 'strict' | undefined;
  /** Told what the client does. */
  hooks?: Hooks | undefined;
  /**
   * Prints a line to the console (stderr in Node), without credentials, queries and bodies: `warn` for each attempt
   * that failed and each drift, `info` for every attempt, `debug` for every wait too. Else the environment's
   * `ISSUE_TRACKING_LOG`; else `off`.
   */
  logLevel?: 'off' | 'warn' | 'info' | 'debug' | undefined;
  /** Drives every wait, timeout and deadline; the system's, unless a test brings its own. */
  clock?: Clock | undefined;
}
