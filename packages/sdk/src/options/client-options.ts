import type { RequestOptions } from '../call/settings.ts';
import type { AccessToken } from '../credential/provider.ts';
import type { Hooks } from '../hooks.ts';
import type { Clock } from '../platform/clock.ts';
import type { OnStoreError } from '../rate-limit/shared-window.ts';
import type { RateLimitStore } from '../rate-limit/store.ts';
import type { Validation } from '../validation/check-response.ts';

/** How the client keeps under the service's request rate. */
export interface RateLimitOptions {
  /** Requests in one window: 100 (LIM-1). */
  requests?: number | undefined;
  /** Length of the sliding window, in milliseconds: 60,000 (LIM-1). */
  windowMs?: number | undefined;
  /** Where requests are counted: in this process, unless several share one credential. */
  store?: RateLimitStore | undefined;
  /** When the store fails: `fail` the call (the default), or go on with a `local` limit. */
  onStoreError?: OnStoreError | undefined;
}

/** Options of the client. */
export interface ClientOptions extends Omit<RequestOptions, 'signal'> {
  /** Where the service is, without `/api/v1`; else the environment's `ISSUE_TRACKING_BASE_URL`. It may have a path (GEN-1). */
  baseUrl?: string | URL | undefined;
  /** An API key, `svc_…` (AUTH-2); else the environment's `ISSUE_TRACKING_API_KEY`. Exactly one of `apiKey` and `accessToken`. */
  apiKey?: string | undefined;
  /**
   * An OAuth access token, or a function that gives one: it is asked once for all callers, a little before `expiresAt`
   * and after a 401. `timeout` is not for it: a function that may hang needs a limit of its own, or calls a `deadline`.
   */
  accessToken?: AccessToken | undefined;
  /**
   * Used in place of the platform's, for a proxy, a test or the mock. Make it once: only clients with the same function
   * count their requests together. The same holds for a function as `accessToken`, and for `clock`.
   */
  fetch?: typeof globalThis.fetch | undefined;
  /** `false` turns the limiter off; only where something else keeps the rate. */
  rateLimit?: false | RateLimitOptions | undefined;
  /** `tolerant`, the default, takes values outside an enumeration and reports them as drift; `strict` refuses them. */
  validation?: Validation | undefined;
  /** Told what the client does. */
  hooks?: Hooks | undefined;
  /** Drives every wait, timeout and deadline; the system's, unless a test brings its own. */
  clock?: Clock | undefined;
}
