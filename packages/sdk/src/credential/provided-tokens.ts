import { serverSide } from '#server-side';
import { orAbort } from '../platform/abort.ts';
import { type Clock, passed } from '../platform/clock.ts';
import type { Credential, CredentialSource } from './credential.ts';
import { type CredentialOption, type CredentialProvider, requestToken } from './provider.ts';

/** Time before the end of a token at which it is refreshed; at most a tenth of its life. */
const marginMs = 30_000;

/** Minimum time between two calls of a function that returns the same rejected token. */
const askAgainMs = 1_000;

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
  /** The last token that was rejected or blocked. */
  #rejected: string | undefined;

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

  replace({ token }: Credential): boolean {
    const current = this.#current;
    if (current && current.token !== token) return true;
    const wasAsked = current && this.#rejected === token;
    if (wasAsked && this.#clock.now() < current.obtainedAt + askAgainMs) return false;
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
    for (;;) {
      const rejected = this.#rejected;
      const request = rejected === undefined ? { signal } : { signal, rejected };
      const { token, expiresAt } = await requestToken(this.#provider, this.#option, request);
      // It was rejected while the function ran, so ask again with that token.
      if (token === this.#rejected && token !== rejected) continue;
      const credential = { token, obtainedAt: this.#clock.now(), hasEnded: ending(expiresAt, this.#clock) };
      if (!signal.aborted) this.#current = credential;
      return credential;
    }
  }
}

/** Returns a function that checks whether a token must be refreshed, a little before its end. */
function ending(expiresAt: number, clock: Clock): () => boolean {
  const life = expiresAt - (clock.date?.() ?? clock.now());
  // If a token seems expired on arrival, the clocks disagree, and only a 401 shows when the token ends.
  if (life <= 0 || life === Number.POSITIVE_INFINITY) return () => false;
  return passed(life - Math.min(marginMs, life / 10), clock);
}
