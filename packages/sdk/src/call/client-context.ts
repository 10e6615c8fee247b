import type { Secrets } from '../errors/redact.ts';
import type { ClientLimits } from '../gate/settings.ts';
import type { Source } from '../gate/source.ts';
import type { WaitEvent } from '../hooks.ts';
import type { Clock } from '../platform/clock.ts';
import type { Generation } from '../platform/generation.ts';
import type { DriftLog } from '../validation/drift-log.ts';
import type { CallSettings } from './call-settings.ts';
import type { Emitter } from './emitter.ts';
import type { Http } from './http.ts';
import type { LastSeenIssues } from './last-seen-issues.ts';
import type { Lifetime } from './lifetime.ts';

/** Reports waits of more than two seconds. */
export interface LongWaits {
  /** Whether a wait for this reason should still be reported. */
  wants(reason: WaitEvent['reason']): boolean;
  report(event: WaitEvent, facts: LongWait): void;
}

/** Facts about a long wait that its event doesn't have. */
interface LongWait {
  /** The name of the error of the last attempt. */
  readonly failure: string | undefined;
  /** Whether the service has paused the credential with a 429. */
  readonly isPaused: boolean;
  /** The advice of a mock in the same process, in place of the client's. */
  readonly mocksAdvice: string | undefined;
}

/** Everything a client's calls share, made from its options once. */
export interface ClientContext {
  /** Name and port of the service, for messages. */
  readonly host: string;
  /** Sends a request below the base URL. */
  readonly http: Http;
  readonly clock: Clock;
  /** Where this client's calls get their credential. */
  readonly source: Source;
  /** By which limits they wait for a slot. */
  readonly limits: ClientLimits;
  readonly lifetime: Lifetime;
  /** Defaults for the options of a call. */
  readonly settings: CallSettings;
  readonly secrets: Secrets;
  readonly hooks: Emitter;
  readonly longWaits: LongWaits | undefined;
  /** Belongs to a mock in the same process. */
  readonly generation: Generation | undefined;
  /** Whether a 401 may be a mistake after a success: a key stays valid, and a fixed token expires. */
  readonly doubtsRejections: boolean;
  readonly drift: DriftLog;
  readonly lastSeen: LastSeenIssues;
  /** Start of the last outage of the store that was reported. */
  reportedOutage?: number;
}
