import type { Admission } from '../credential/admission.ts';
import { AuthenticationError } from '../errors/authentication-error.ts';
import { CredentialError } from '../errors/credential-error.ts';
import { RateLimitError } from '../errors/rate-limit-error.ts';
import { RateLimitStoreError } from '../errors/store-error.ts';
import { isRefusal, type Refusal } from '../rate-limit/refusal.ts';
import type { Call } from './call.ts';
import { errorOf } from './call-error.ts';
import type { Answer } from './outcome.ts';

/**
 * Waits for the credential and a slot, in one queue. `'expired'` when the call has waited for as long as its timeout
 * while the service answered nobody: nothing was sent. `refused`: the 401 that the call waits to be sent again after.
 *
 * @throws AuthenticationError, CredentialError, RateLimitError or RateLimitStoreError when there is no use in waiting.
 * @throws the signal's reason, when it aborts first, or that of the client's end.
 */
export async function admit(call: Call, refused: Answer | undefined): Promise<Admission | 'expired'> {
  const { queue, terms, lifetime } = call.core;
  lifetime.closing.throwIfAborted();
  try {
    return await queue.enter(call, terms, refused !== undefined);
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    if (thrown.name === 'TimeoutError') return 'expired';
    // It was no mistake: what the service said of this call tells more than that the credential is held back.
    if (refused && thrown.name === 'AuthenticationError') throw errorOf(refused, call);
    throw errorOfRefusal(thrown, call);
  }
}

/** A refusal, by something that doesn't know which call it refuses, as that call's own error. */
function errorOfRefusal({ name, message, retryAt, cause }: Refusal, call: Call): unknown {
  if (name === 'RateLimitError') {
    const retryAfterMs = retryAt === undefined ? undefined : retryAt - call.clock.now();
    return new RateLimitError({ error: message, retryAfterMs, retryAt, call });
  }
  if (name === 'AuthenticationError') return new AuthenticationError({ error: message, retryAt, call });
  return new (name === 'CredentialError' ? CredentialError : RateLimitStoreError)(message, { call, cause });
}
