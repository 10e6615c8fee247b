import { limits } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import type { Clock } from '../platform/clock.ts';
import { orAbort } from '../platform/on-abort.ts';
import { CallNotPermitted } from '../rate-limit/call-not-permitted.ts';
import type { Credential, CredentialSource } from './credential.ts';
import { askForToken, type CredentialOption, type CredentialProvider } from './provider.ts';

/** A token is renewed this long before it ends, but keeps nine tenths of its life. */
const marginMs = 30_000;

/** How long to wait before a key is tried again that was rejected once. */
const mistakeMs = 1_000;
/** Rejections of a key that are further apart are judged separately. */
const unrelatedAfterMs = 60_000;

/** The rejections of one credential. */
interface Rejections {
  /** When it may be tried again: the service no longer counts the failure then (AUTH-7). */
  readonly retryAt: number;
  readonly latestAt: number;
  /** Rejections close together, the latest included. */
  readonly count: number;
}

interface Question {
  readonly answer: Promise<Credential>;
  /** Aborts when no call waits for the token any longer. */
  readonly controller: AbortController;
  waiting: number;
}

/** Tokens from a provider, which is called once for all waiting calls. */
export class ProvidedTokens implements CredentialSource {
  readonly renewable = true;
  readonly #provider: CredentialProvider;
  readonly #option: CredentialOption;
  readonly #clock: Clock;
  #current: Credential | undefined;
  #question: Question | undefined;
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

  async renew(signal: AbortSignal): Promise<Credential> {
    // In a runtime that polls, a call may not wait for the promise of another, so each calls the provider for itself.
    if (serverSide?.mustPoll()) return this.#answer(signal);
    this.#question ??= this.#ask();
    const question = this.#question;
    question.waiting++;
    try {
      return await orAbort(question.answer, signal);
    } finally {
      if (--question.waiting === 0 && this.#question === question) {
        this.#question = undefined;
        question.controller.abort(new DOMException('No call waits for the token any more', 'AbortError'));
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

  #ask(): Question {
    const controller = new AbortController();
    const question: Question = { answer: this.#answer(controller.signal), controller, waiting: 0 };
    const answered = () => {
      if (this.#question === question) this.#question = undefined;
    };
    question.answer.then(answered, answered);
    return question;
  }

  async #answer(signal: AbortSignal): Promise<Credential> {
    for (let hasWaited = false; ; ) {
      const rejected = this.#rejected;
      const request = rejected === undefined ? { signal } : { signal, rejected };
      const { token, expiresAt } = await askForToken(this.#provider, this.#option, request);
      const { retryAt = 0, count = 0 } = this.#rejections.get(token) ?? {};
      // A key is often given again because it has not changed. A single 401 may be a gateway's mistake.
      const mayBeMistake = this.#option === 'apiKey' && count === 1;
      if (this.#clock.now() >= retryAt || (mayBeMistake && hasWaited)) {
        // The same credential keeps what is known of it.
        const credential = this.#current?.token === token ? this.#current : { token, hasEnded: () => false };
        credential.hasEnded = ending(expiresAt, this.#clock);
        if (!signal.aborted) this.#current = credential;
        return credential;
      }
      // The token may have been refused while the provider was at work, which could not know of it.
      if (rejected !== this.#rejected) continue;
      const problem = `The ${this.#option} function gave the rejected ${this.#option === 'apiKey' ? 'key' : 'token'} again`;
      if (!mayBeMistake) throw new CallNotPermitted('AuthenticationError', problem, { retryAt });
      // The other requests in flight with the key may be rejected too, and then it was no mistake.
      await this.#clock.sleep(mistakeMs, signal);
      hasWaited = true;
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
