import type { Clock } from '../platform/clock.ts';
import type { RateLimit, Wait } from '../rate-limit/rate-limit.ts';
import type { SharedSlot } from '../rate-limit/shared-window.ts';
import type { Admission } from './admission.ts';
import type { RequestInFlight } from './circuit.ts';
import type { Credential, CredentialSource } from './credential.ts';
import { SharedFailures } from './shared-failures.ts';

/** What a request that can be sent goes out with. */
export interface Start {
  readonly credential: Credential;
  readonly inFlight: RequestInFlight | undefined;
  readonly limit: RateLimit;
  readonly leaseMs: number;
}

/** A request that could be sent, if the processes that share a store have room for it too. */
export interface Question {
  readonly start: Start;
  readonly origin: string;
  readonly source: CredentialSource;
  readonly clock: Clock;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
  /** How many calls wait. */
  waiting(): number;
  /** The service answered 429 to another process. */
  pause(until: number, windowMs: number): void;
  admit(slot: SharedSlot | undefined, failures: SharedFailures | undefined): Admission;
}

/** Asks what the processes that share a store count together: failures, if this is a trial, and requests. */
export async function askStore({
  start,
  origin,
  source,
  clock,
  signal,
  waiting,
  pause,
  admit,
}: Question): Promise<Admission | Wait> {
  const { limit, inFlight, credential, leaseMs } = start;
  const { shared, store } = limit;
  let failures: SharedFailures | undefined;
  let isLetThrough = false;
  try {
    if (inFlight && store?.authentication) {
      failures = new SharedFailures(store, origin, inFlight.circuit.scope, credential.token);
      const ms = inFlight.isTrial ? await inFlight.circuit.claim(failures, leaseMs, signal) : 0;
      if (ms > 0) return { reason: 'credential', until: clock.now() + ms };
    }
    const found = await shared?.acquire({ token: credential.token, leaseMs }, waiting, signal);
    const now = clock.now();
    if (found?.ok === false) {
      if (found.paused) pause(now + found.retryInMs, limit.window.windowMs);
      return { reason: 'rate-limit', until: now + found.retryInMs };
    }
    // Meanwhile the credential may have been refused or replaced.
    isLetThrough = source.fresh === credential && !inFlight?.circuit.refusal();
    if (isLetThrough) return admit(found?.slot, failures);
    found?.slot?.settle(-limit.window.windowMs);
    return { reason: 'credential', until: now };
  } finally {
    if (!isLetThrough) {
      failures?.report(false);
      inFlight?.circuit.ended(inFlight, false);
    }
  }
}
