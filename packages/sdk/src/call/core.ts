import type { Guard } from '../credential/guard.ts';
import type { Secrets } from '../errors/secrets.ts';
import type { Emitter } from '../hooks.ts';
import type { Clock } from '../platform/clock.ts';
import type { Limiter } from '../rate-limit/limiter.ts';
import type { Validation } from '../validation/check-response.ts';
import type { DriftLog } from '../validation/drift-log.ts';
import type { CallSettings } from './settings.ts';

/** Everything a client's calls share, made from its options once. */
export interface Core {
  /** Without trailing slash. */
  readonly baseUrl: string;
  /** The application's own; `undefined` for the platform's, looked up at each attempt. */
  readonly fetch: typeof globalThis.fetch | undefined;
  /** Sent with every request. */
  readonly headers: Record<string, string>;
  readonly clock: Clock;
  readonly guard: Guard;
  readonly limiter: Limiter;
  /** Nothing is sent with the credential for so many milliseconds. */
  readonly penalize: (ms: number) => void;
  /** What a call goes by unless its own options say otherwise. */
  readonly settings: CallSettings;
  readonly secrets: Secrets;
  readonly hooks: Emitter;
  readonly validation: Validation;
  readonly drift: DriftLog;
}
