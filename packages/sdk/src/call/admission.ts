import type { Guard } from '../credential/guard.ts';
import type { Permit, Protection } from '../credential/permit.ts';
import type { SharedLedger } from '../credential/shared-ledger.ts';
import { AuthenticationError } from '../errors/authentication-error.ts';
import { CredentialError } from '../errors/credential-error.ts';
import { RateLimitError } from '../errors/rate-limit-error.ts';
import { RateLimitStoreError } from '../errors/store-error.ts';
import { isRefusal, type Refusal } from '../rate-limit/refusal.ts';
import type { Gate, Slot } from '../rate-limit/slot.ts';
import type { Call } from './call.ts';

/** What an attempt needs before it may be sent: a permit for the credential, and a slot under the rate limit. */
export interface Admission {
  readonly permit: Permit;
  readonly slot: Slot;
}

/**
 * Waits for the credential and a slot, in one queue. `'expired'` when the call has waited for as long as its timeout
 * while the service answered nobody: nothing was sent.
 *
 * @throws AuthenticationError, CredentialError, RateLimitError or RateLimitStoreError when either refuses.
 * @throws the signal's reason, when it aborts first.
 */
export async function admit(call: Call): Promise<Admission | 'expired'> {
  const { core, signal, deadlineAt, settings } = call;
  const { guard, protection, failures } = core;
  const gate = new CredentialGate({ guard, protection, failures, timeoutMs: settings.timeout, signal });
  try {
    const slot = await core.limiter.acquire({
      signal,
      deadlineAt,
      maxWaitMs: settings.retry.maxRetryAfter,
      // Given up after one timeout, a request may still arrive within another.
      leaseMs: 2 * settings.timeout,
      gate,
      get token() {
        return gate.permit.token;
      },
      onWait: (waitMs) => core.hooks.wait(call, 'rate-limit', waitMs),
    });
    return { permit: gate.permit, slot };
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    if (thrown.name === 'TimeoutError') return 'expired';
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

/** Of one attempt. */
interface CredentialGateOptions {
  readonly guard: Guard;
  readonly protection: Protection;
  /** The failures of all processes, where a store counts them. */
  readonly failures?: SharedLedger | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Gets one attempt its permit when the limiter has a slot for it, so that it never holds one without the other. */
export class CredentialGate implements Gate {
  readonly #options: CredentialGateOptions;
  #permit: Permit | undefined;

  constructor(options: CredentialGateOptions) {
    this.#options = options;
  }

  /** There is one as soon as the limiter has given a slot. */
  get permit(): Permit {
    if (!this.#permit) throw new TypeError('The limiter gave a slot without asking the gate');
    return this.#permit;
  }

  prepare(): Promise<unknown> | undefined {
    return this.#options.guard.prepare(this.#options.signal);
  }

  check(since: number): number {
    const { guard, timeoutMs, protection } = this.#options;
    return guard.check(since, timeoutMs, protection);
  }

  enter(): number {
    const { guard, timeoutMs, protection } = this.#options;
    const entered = guard.enter(timeoutMs, protection);
    if (typeof entered === 'number') return entered;
    this.#permit = entered;
    return 0;
  }

  async agree(): Promise<number> {
    const { failures, protection, timeoutMs } = this.#options;
    if (!failures || !protection) return 0;
    const { permit } = this;
    const id = crypto.randomUUID();
    const wait = permit.isProbe ? await failures.probe(id, 2 * timeoutMs, permit.hasWorked) : 0;
    if (wait === 0) this.#permit = failures.reporting(permit, id);
    return wait;
  }

  isCurrent(): boolean {
    return this.permit.isCurrent();
  }

  leave(willTryAgain: boolean): void {
    if (willTryAgain) this.permit.withdraw();
    else this.permit.release();
  }
}
