import { limits } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import type { Clock } from '../platform/clock.ts';
import { orAbort } from '../platform/on-abort.ts';
import { Refusal } from '../rate-limit/refusal.ts';
import type { Credential, CredentialSource } from './credential.ts';
import { askForToken, type TokenProvider } from './provider.ts';

/** A token is renewed this long before it ends, but keeps nine tenths of its life. */
const marginMs = 30_000;

interface Question {
  readonly answer: Promise<Credential>;
  readonly nobodyWaits: AbortController;
  waiting: number;
}

/** Tokens from a provider, which is asked once for all who wait. */
export class ProvidedTokens implements CredentialSource {
  readonly renewable = true;
  readonly #provider: TokenProvider;
  readonly #clock: Clock;
  #current: Credential | undefined;
  #question: Question | undefined;
  #rejected: string | undefined;
  /** When each refused token may be tried again: the service no longer counts the failure then (AUTH-7). */
  readonly #refusedUntil = new Map<string, number>();

  constructor(provider: TokenProvider, clock: Clock) {
    this.#provider = provider;
    this.#clock = clock;
  }

  get fresh(): Credential | undefined {
    const current = this.#current;
    return current && !current.hasEnded() ? current : undefined;
  }

  async renew(signal: AbortSignal): Promise<Credential> {
    // Where nobody may wait for another's promise, each asks for itself.
    if (serverSide?.mustPoll()) return this.#answer(signal);
    this.#question ??= this.#ask();
    const question = this.#question;
    question.waiting++;
    try {
      return await orAbort(question.answer, signal);
    } finally {
      if (--question.waiting === 0 && this.#question === question) {
        this.#question = undefined;
        question.nobodyWaits.abort(new DOMException('No call waits for the token any more', 'AbortError'));
      }
    }
  }

  discard(credential: Credential): boolean {
    const { token } = credential;
    const now = this.#clock.now();
    for (const [refused, until] of this.#refusedUntil) if (until <= now) this.#refusedUntil.delete(refused);
    this.#refusedUntil.set(token, now + limits.authenticationWindowMs);
    if (this.#current !== credential) return false;
    this.#current = undefined;
    this.#rejected = token;
    return true;
  }

  #ask(): Question {
    const nobodyWaits = new AbortController();
    const question: Question = { answer: this.#answer(nobodyWaits.signal), nobodyWaits, waiting: 0 };
    const answered = () => {
      if (this.#question === question) this.#question = undefined;
    };
    question.answer.then(answered, answered);
    return question;
  }

  async #answer(signal: AbortSignal): Promise<Credential> {
    for (;;) {
      const rejected = this.#rejected;
      const { token, expiresAt } = await askForToken(
        this.#provider,
        rejected === undefined ? { signal } : { signal, rejected },
      );
      const retryAt = this.#refusedUntil.get(token) ?? 0;
      if (this.#clock.now() >= retryAt) {
        const credential = { token, hasEnded: ending(expiresAt, this.#clock) };
        if (!signal.aborted) this.#current = credential;
        return credential;
      }
      // The token may have been refused while the provider was at work, which could not know of it.
      if (rejected !== this.#rejected) continue;
      throw new Refusal('AuthenticationError', 'The accessToken function gave the refused token again', { retryAt });
    }
  }
}

/**
 * When a token is to be replaced. It expires at a date, but `now()` is monotonic and doesn't follow when the date is
 * set. So the time it has left is computed from the date once, and then measured by both: whichever says first that it
 * is over.
 */
function ending(expiresAt: number, clock: Clock): () => boolean {
  const date = () => clock.date?.() ?? clock.now();
  const life = expiresAt - date();
  // A token that seems to have expired before it came means that two clocks disagree: then only a 401 can tell.
  if (life <= 0 || life === Number.POSITIVE_INFINITY) return () => false;
  const usable = life - Math.min(marginMs, life / 10);
  const [untilNow, untilDate] = [clock.now() + usable, date() + usable];
  return () => clock.now() >= untilNow || date() >= untilDate;
}
