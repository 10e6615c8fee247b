import { limits } from '@issue-tracking/model';
import { AuthenticationError } from '../errors/authentication-error.ts';
import type { Clock } from '../platform/clock.ts';
import { orAbort } from '../platform/or-abort.ts';
import { Credential } from './credential.ts';
import type { CredentialSource } from './credential-source.ts';
import { askForToken, type TokenProvider } from './provider.ts';

/** A token is renewed this long before it ends, but keeps nine tenths of its life. */
const marginMs = 30_000;

interface Question {
  readonly answer: Promise<Credential>;
  readonly nobodyWaits: AbortController;
  waiting: number;
}

/** Tokens from a provider, which is asked once for all who wait. */
export class ProvidedCredentials implements CredentialSource {
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
    return current && this.#clock.now() < current.renewAt ? current : undefined;
  }

  async renew(signal: AbortSignal | undefined): Promise<Credential> {
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
      const now = this.#clock.now();
      if (now >= (this.#refusedUntil.get(token) ?? 0)) {
        const credential = new Credential(token, renewAt(expiresAt, now));
        if (!signal.aborted) this.#current = credential;
        return credential;
      }
      // The refusal may have come while the provider was at work, and it could not know.
      if (rejected !== this.#rejected) continue;
      throw new AuthenticationError({ error: 'The accessToken function gave the refused token again' });
    }
  }
}

function renewAt(expiresAt: number, now: number): number {
  const life = expiresAt - now;
  // A token that has ended before it came means that the clocks disagree: then only a 401 can tell.
  return life > 0 ? expiresAt - Math.min(marginMs, life / 10) : Number.POSITIVE_INFINITY;
}
