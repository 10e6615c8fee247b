import { virtualClock } from '@issue-tracking/mock';
import type { AccessToken, Clock } from '@issue-tracking/sdk';
import { CredentialGate } from '../../src/call/admission.ts';
import { FixedCredential } from '../../src/credential/credential.ts';
import { Guard } from '../../src/credential/guard.ts';
import { Ledger } from '../../src/credential/ledger.ts';
import type { Permit, Protection } from '../../src/credential/permit.ts';
import { ProvidedTokens } from '../../src/credential/provided-tokens.ts';
import { Limiter } from '../../src/rate-limit/limiter.ts';

/** What a guarded credential is made from. */
export interface GuardedOptions {
  readonly credential?: AccessToken;
  readonly clock?: Clock;
  readonly ledger?: Ledger;
  readonly protection?: Protection;
  readonly limit?: number;
}

/** How one attempt waits. */
export interface EnterOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/** A guard behind the queue of a limiter, as calls meet it. */
export function guarded(options: GuardedOptions = {}) {
  const { credential = 'svc_1', clock = virtualClock(), limit = Number.POSITIVE_INFINITY } = options;
  const { ledger = new Ledger(clock), protection = {} } = options;
  const limiter = new Limiter({ limit, windowMs: 60_000, clock });
  const source =
    typeof credential === 'function' ? new ProvidedTokens(credential, clock) : new FixedCredential(credential);
  const guard = new Guard({ source, clock, ledger, onNews: (who) => limiter.wake(who) });

  async function enter({ signal, timeoutMs = 30_000 }: EnterOptions = {}): Promise<Permit> {
    const gate = new CredentialGate({ guard, protection, timeoutMs, signal });
    const slot = await limiter.acquire({ token: '', maxWaitMs: 120_000, leaseMs: 2 * timeoutMs, signal, gate });
    // Only the credential matters here.
    if (limit === Number.POSITIVE_INFINITY) slot.release();
    return gate.permit;
  }

  return { guard, limiter, ledger, enter };
}

/** The API has answered with success. */
export function accept(permit: Permit): void {
  permit.answered(200);
  permit.accepted();
}
