import { limits } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import { orAbort } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import { CallNotPermitted } from '../rate-limit/call-not-permitted.ts';
import type { Credential, CredentialSource } from './credential.ts';
import { type CredentialOption, type CredentialProvider, requestToken } from './provider.ts';

/** Time before the end of a token at which it is refreshed; at most a tenth of its life. */
const marginMs = 30_000;

/** Wait before a key that was rejected once is tried again. */
const mistakeMs = 1_000;
/** Rejections of a key that are further apart than this are counted separately. */
const unrelatedAfterMs = 60_000;

/** The rejections of one credential. */
interface Rejections {
  /** When the credential may be tried again, because the service no longer counts the failure (AUTH-7). */
  readonly retryAt: number;
  readonly latestAt: number;
  /** Number of rejections close together, including the latest. */
  readonly count: number;
}

/** A call of the provider that has not completed. */
interface PendingToken {
  readonly token: Promise<Credential>;
  /** Aborts when no call waits for the token any longer. */
  readonly controller: AbortController;
  waiting: number;
}

/** Tokens from a provider, which is called once for all waiting calls. */
export class ProvidedTokens implements CredentialSource {
  readonly refreshable = true;
  readonly #provider: CredentialProvider;
  readonly #option: CredentialOption;
  readonly #clock: Clock;
  #current: Credential | undefined;
  #pending: PendingToken | undefined;
  #rejected: string | undefined;
  readonly #rejections = new Map<string, Rejections>();

  constructor(provider: CredentialProvider, clock: Clock, option: CredentialOption = 'accessToken') {
    this.#provider = provider;
    this.#option = option;
    this.#clock = clock;
  }

  get fresh(): Credential | undefined {
    const current = this.#current;
    return current && !current.hasEnded() ? current : undefined;
  }

  async refresh(signal: AbortSignal): Promise<Credential> {
    // In a runtime that polls, a call may not wait for the promise of another, so each call runs the provider itself.
    if (serverSide?.mustPoll()) return this.#fetchToken(signal);
    this.#pending ??= this.#requestToken();
    const pending = this.#pending;
    pending.waiting++;
    try {
      return await orAbort(pending.token, signal);
    } finally {
      if (--pending.waiting === 0 && this.#pending === pending) {
        this.#pending = undefined;
        pending.controller.abort(new DOMException('No call waits for the token any more', 'AbortError'));
      }
    }
  }

  discard(credential: Credential): boolean {
    const { token } = credential;
    const now = this.#clock.now();
    for (const [rejected, { retryAt }] of this.#rejections) if (retryAt <= now) this.#rejections.delete(rejected);
    const { latestAt = 0, count = 0 } = this.#rejections.get(token) ?? {};
    const isFirst = latestAt + unrelatedAfterMs <= now;
    const retryAt = now + limits.authenticationWindowMs;
    this.#rejections.set(token, { retryAt, latestAt: now, count: isFirst ? 1 : count + 1 });
    if (this.#current !== credential) return false;
    this.#current = undefined;
    this.#rejected = token;
    return true;
  }

  #requestToken(): PendingToken {
    const controller = new AbortController();
    const pending: PendingToken = { token: this.#fetchToken(controller.signal), controller, waiting: 0 };
    const completed = () => {
      if (this.#pending === pending) this.#pending = undefined;
    };
    pending.token.then(completed, completed);
    return pending;
  }

  async #fetchToken(signal: AbortSignal): Promise<Credential> {
    for (let hasWaited = false; ; ) {
      const rejected = this.#rejected;
      const request = rejected === undefined ? { signal } : { signal, rejected };
      const { token, expiresAt } = await requestToken(this.#provider, this.#option, request);
      const { retryAt = 0, count = 0 } = this.#rejections.get(token) ?? {};
      // The key may be unchanged, so the function returns it again, and a single 401 may be a gateway's mistake.
      const mayBeMistake = this.#option === 'apiKey' && count === 1;
      if (this.#clock.now() >= retryAt || (mayBeMistake && hasWaited)) {
        // Reuse the object of an unchanged token: the circuit breaker keeps its state for that object.
        const credential = this.#current?.token === token ? this.#current : { token, hasEnded: () => false };
        credential.hasEnded = ending(expiresAt, this.#clock);
        if (!signal.aborted) this.#current = credential;
        return credential;
      }
      // A token was rejected while the provider ran, so call the provider again with that token.
      if (rejected !== this.#rejected) continue;
      const problem = `The ${this.#option} function returned the rejected ${this.#option === 'apiKey' ? 'key' : 'token'} again`;
      if (!mayBeMistake) throw new CallNotPermitted('AuthenticationError', problem, { retryAt });
      // If other requests in flight with the key are rejected meanwhile, the first 401 was no mistake.
      await this.#clock.sleep(mistakeMs, signal);
      hasWaited = true;
    }
  }
}

/**
 * Returns a function that checks whether a token must be refreshed. The token expires at a date, but `now()` is
 * monotonic and doesn't follow a change of the date. So the remaining time is computed once and measured by both
 * clocks. The clock that first reaches the end decides.
 */
function ending(expiresAt: number, clock: Clock): () => boolean {
  const date = () => clock.date?.() ?? clock.now();
  const life = expiresAt - date();
  // If a token seems expired on arrival, the clocks disagree, and only a 401 shows when the token ends.
  if (life <= 0 || life === Number.POSITIVE_INFINITY) return () => false;
  const usable = life - Math.min(marginMs, life / 10);
  const [untilNow, untilDate] = [clock.now() + usable, date() + usable];
  return () => clock.now() >= untilNow || date() >= untilDate;
}
