import { limits } from '@issue-tracking/model';
import { AuthenticationError } from '../errors/authentication-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Credential } from './credential.ts';
import { type CredentialSource, credentialSource } from './credential-source.ts';
import type { AccessToken } from './provider.ts';

/** What an answer said of the credential: a 2xx or a 403 accept it, a 401 rejects it, anything else leaves it open. */
export type Verdict = 'accepted' | 'rejected' | 'unknown';

/** Leave to use the credential for one request. */
export interface Pass {
  readonly token: string;
  /**
   * Whether the token may still be sent: no longer once it was refused, replaced or about to expire, as can happen
   * while a call is queued for a slot. Then settle with `unknown` and enter again.
   */
  isCurrent(): boolean;
  /**
   * Must be called once for every pass, whatever became of the request; only the first call counts. After `rejected`
   * it says whether a fresh token may be tried.
   */
  settle(verdict: Verdict): 'retry' | 'final' | undefined;
}

/** What a guard is made from. */
export interface GuardOptions {
  readonly credential: AccessToken;
  readonly clock: Clock;
  /** Called when the credential is held back, so that whoever is queued elsewhere can be told. */
  readonly onLatch?: (error: AuthenticationError) => void;
}

/** Refused credentials in a row after which no other is tried: the first may just have ended, two are no accident. */
const refusalsAllowed = 2;

/**
 * How long an accepted credential counts as proven. It may be revoked meanwhile, and a burst of calls after a quiet time
 * would be a lockout at once; under way all the time, each answer proves it anew.
 */
const proofLastsMs = 60_000;

/**
 * Keeps failed authentications from adding up to the service's lockout (AUTH-7). Until a credential is proven, one
 * request goes ahead and the others wait; once it was refused nothing is sent with it until the service has forgotten.
 */
export class Guard {
  readonly #clock: Clock;
  readonly #source: CredentialSource;
  readonly #onLatch: ((error: AuthenticationError) => void) | undefined;
  #latchedUntil = 0;
  #refusalsInARow = 0;

  constructor({ credential, clock, onLatch }: GuardOptions) {
    this.#clock = clock;
    this.#source = credentialSource(credential, clock);
    this.#onLatch = onLatch;
  }

  /** Whether it remembers no refusal. */
  get idle(): boolean {
    return this.#latchedUntil <= this.#clock.now();
  }

  /**
   * Waits until the credential may be used. `check` throws when the call may wait no longer; it is asked before the
   * wait and at each `recheck`.
   *
   * @throws AuthenticationError while it is held back, CredentialError when the provider fails, the signal's reason.
   */
  async enter({ signal }: { readonly signal?: AbortSignal | undefined } = {}, check?: () => void): Promise<Pass> {
    for (;;) {
      signal?.throwIfAborted();
      const refusal = this.#refusal();
      if (refusal) throw refusal;
      check?.();
      const credential = this.#source.fresh ?? (await this.#source.renew(signal));
      if (credential.refused) continue;
      if (this.#clock.now() < credential.provenUntil) return this.#pass(credential, false);
      if (!credential.probing) {
        credential.probing = true;
        return this.#pass(credential, true);
      }
      if (await turn(credential, signal)) return this.#pass(credential, true);
    }
  }

  /** Lets everyone who waits look again whether they still may. */
  recheck(): void {
    const { fresh } = this.#source;
    if (fresh) wakeAll(fresh);
  }

  #pass(credential: Credential, isProbe: boolean): Pass {
    const source = this.#source;
    let settled = false;
    return {
      token: credential.token,
      isCurrent: () => credential === source.fresh,
      settle: (verdict) => {
        if (settled) return undefined;
        settled = true;
        if (verdict === 'rejected') return this.#reject(credential);
        if (verdict === 'accepted') this.#accept(credential);
        if (isProbe) this.#promote(credential);
        return undefined;
      },
    };
  }

  #accept(credential: Credential): void {
    if (credential.refused) return;
    credential.provenUntil = this.#clock.now() + proofLastsMs;
    this.#refusalsInARow = 0;
    wakeAll(credential);
  }

  /** The probe is over; when it told nothing, the next one in line takes its place. */
  #promote(credential: Credential): void {
    credential.probing = false;
    const { first } = credential.waiting;
    if (!first) return;
    if (credential === this.#source.fresh) {
      credential.probing = true;
      first(true);
    } else {
      wakeAll(credential);
    }
  }

  #reject(credential: Credential): 'retry' | 'final' {
    credential.refused = true;
    // Answers to requests that were under way with it say nothing new.
    if (this.#source.discard(credential)) this.#refusalsInARow++;
    if (!this.#source.renewable || this.#refusalsInARow >= refusalsAllowed) {
      this.#latchedUntil = this.#clock.now() + limits.authenticationWindowMs;
    }
    const refusal = this.#refusal();
    if (refusal) this.#onLatch?.(refusal);
    wakeAll(credential);
    return refusal ? 'final' : 'retry';
  }

  #refusal(): AuthenticationError | undefined {
    const left = this.#latchedUntil - this.#clock.now();
    if (left <= 0) return undefined;
    return new AuthenticationError({
      error: `The credential was refused; it is held back for another ${Math.ceil(left / 1000)} s`,
    });
  }
}

/** Waits in line; resolves with whether it is this one's turn to prove the credential. */
function turn(credential: Credential, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      signal?.removeEventListener('abort', abort);
      credential.waiting.remove(place);
    };
    const abort = () => {
      leave();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    const place = credential.waiting.add((promoted) => {
      leave();
      resolve(promoted);
    });
  });
}

function wakeAll(credential: Credential): void {
  for (const wake of credential.waiting) wake(false);
}
