import type { Guard } from '../credential/guard.ts';
import type { Protection } from '../credential/permit.ts';
import type { SharedLedger } from '../credential/shared-ledger.ts';
import type { Secrets } from '../errors/redact.ts';
import type { Emitter } from '../hooks.ts';
import type { Clock } from '../platform/clock.ts';
import type { Limiter } from '../rate-limit/limiter.ts';
import type { DriftLog, Validation } from '../validation/answers.ts';
import type { CallSettings } from './settings.ts';
import type { Http } from './transport.ts';

/** Everything a client's calls share, made from its options once. */
export interface Core {
  /** Name and port of the service, for messages. */
  readonly host: string;
  /** Sends a request below the base URL. */
  readonly http: Http;
  readonly clock: Clock;
  readonly guard: Guard;
  readonly limiter: Limiter;
  readonly protection: Protection;
  /** The failures of all processes, where a store counts them. */
  readonly failures: SharedLedger | undefined;
  /** Nothing is sent with the credential for so many milliseconds. */
  readonly penalize: (ms: number) => void;
  /** What a call goes by unless its own options say otherwise. */
  readonly settings: CallSettings;
  readonly secrets: Secrets;
  readonly hooks: Emitter;
  readonly validation: Validation;
  readonly drift: DriftLog;
}
