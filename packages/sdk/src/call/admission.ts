import { Entrance } from '../credential/entrance.ts';
import type { Permit } from '../credential/guard.ts';
import { AuthenticationError } from '../errors/authentication-error.ts';
import { CredentialError } from '../errors/credential-error.ts';
import { RateLimitError } from '../errors/rate-limit-error.ts';
import { RateLimitStoreError } from '../errors/store-error.ts';
import { isRefusal, type Refusal } from '../rate-limit/refusal.ts';
import type { Slot } from '../rate-limit/slot.ts';
import type { Call } from './call.ts';

/** What an attempt needs before it may be sent: a place in flight on the credential, and a slot under the rate limit. */
export interface Admission {
  readonly permit: Permit;
  readonly slot: Slot;
}

/**
 * Waits for the credential and a slot, in one queue. `'expired'` when the call has waited for as long as its timeout
 * while the service answered nobody: nothing was sent.
 *
 * @throws AuthenticationError, CredentialError, RateLimitError or RateLimitStoreError when either refuses; the signal's reason.
 */
export async function admit(call: Call): Promise<Admission | 'expired'> {
  const { core, signal, deadlineAt, settings } = call;
  const { guard, protection, failures } = core;
  const entrance = new Entrance({ guard, protection, failures, timeoutMs: settings.timeout, signal });
  try {
    const slot = await core.limiter.acquire({
      signal,
      deadlineAt,
      maxWaitMs: settings.retry.maxRetryAfter,
      // Given up after one timeout, a request may still arrive within another.
      leaseMs: 2 * settings.timeout,
      gate: entrance,
      get token() {
        return entrance.permit.token;
      },
      onWait: (waitMs) => core.hooks.wait(call, 'rate-limit', waitMs),
    });
    return { permit: entrance.permit, slot };
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    if (thrown.name === 'TimeoutError') return 'expired';
    throw errorOf(thrown, call);
  }
}

/** A refusal, by something that doesn't know which call it refuses, as that call's own error. */
function errorOf({ name, message, retryAfter, cause }: Refusal, call: Call): unknown {
  if (name === 'RateLimitError') return new RateLimitError({ error: message, retryAfter, call });
  if (name === 'AuthenticationError') return new AuthenticationError({ error: message, call });
  return new (name === 'CredentialError' ? CredentialError : RateLimitStoreError)(message, { call, cause });
}
