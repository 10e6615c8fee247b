import type { Pass } from '../credential/guard.ts';
import { AuthenticationError } from '../errors/authentication-error.ts';
import { CredentialError } from '../errors/credential-error.ts';
import { RateLimitError } from '../errors/rate-limit-error.ts';
import { RateLimitStoreError } from '../errors/store-error.ts';
import type { Slot } from '../rate-limit/slot.ts';
import type { Call } from './call.ts';

/** What an attempt needs before it may be sent. Both must be settled. */
export interface Admission {
  readonly pass: Pass;
  readonly slot: Slot;
}

/**
 * Waits for the credential and then for a slot under the rate limit.
 *
 * @throws AuthenticationError, CredentialError, RateLimitError or RateLimitStoreError when either refuses; the signal's reason.
 */
export async function admit(call: Call): Promise<Admission> {
  const { guard, limiter, hooks } = call.core;
  const { signal, deadlineAt, settings } = call;
  const patience = { deadlineAt, maxWaitMs: settings.retry.maxRetryAfter };
  let pass: Pass | undefined;
  try {
    for (;;) {
      pass = await guard.enter(call, () => limiter.check(patience));
      const slot = await limiter.acquire({
        ...patience,
        signal,
        token: pass.token,
        // Given up after one timeout, a request may still arrive within another.
        leaseMs: 2 * settings.timeout,
        onWait: (waitMs) => hooks.wait(call, 'rate-limit', waitMs),
      });
      if (pass.isCurrent()) return { pass, slot };
      // In the queue the credential was refused or replaced, or has expired: sending it all the same would count as
      // one more failed authentication (AUTH-7).
      slot.release();
      pass.settle('unknown');
    }
  } catch (refusal) {
    // Of a pass that was settled before, this changes nothing.
    pass?.settle('unknown');
    throw claimed(refusal, call);
  }
}

/** A refusal, made by something that doesn't know which call it refuses, as that call's own error. */
function claimed(refusal: unknown, call: Call): unknown {
  if (refusal instanceof RateLimitError) return new RateLimitError({ ...refusal, call });
  if (refusal instanceof AuthenticationError) return new AuthenticationError({ ...refusal, call });
  for (const Refusal of [CredentialError, RateLimitStoreError]) {
    if (refusal instanceof Refusal) return new Refusal(refusal.message, { call, cause: refusal.cause });
  }
  return refusal;
}
