import { limits } from '@issue-tracking/model';
import type { Clock } from '../platform/clock.ts';
import { leaseEnd } from '../platform/waiting.ts';
import { type Refusal, refusal } from '../rate-limit/refusal.ts';
import type { Credential, CredentialSource } from './credential.ts';
import { failureLastsMs, type Ledger, type Place } from './ledger.ts';
import type { Permit, Protection } from './permit.ts';

/** What a guard is made from. */
export interface GuardOptions {
  readonly source: CredentialSource;
  readonly clock: Clock;
  readonly ledger: Ledger;
  /** Called when something has changed for the first call in line, or for everyone. */
  readonly onNews?: ((who: 'first' | 'all') => void) | undefined;
}

/**
 * After so many refused tokens in a row no other is tried: one may just have expired, two mean that something is wrong.
 */
const refusalsAllowed = 2;

/**
 * For how long after a success a credential counts as proven. It may be revoked at any time; each success proves it
 * again.
 */
const proofLastsMs = 60_000;

/** After so long without any response, more probes are sent: one request that hangs must not block all calls. */
const silenceMs = 1000;

/**
 * A held-back credential is probed this often. Single probes so far apart are four in 15 minutes, below the lockout.
 */
const probeAgainMs = 4 * 60_000;

/** How often to look again where requests of other clients are in the way: they don't wake those who wait here. */
const lookAgainMs = 100;

// AUTH-7
/**
 * Keeps failed authentications from adding up to the service's lockout. On a proven credential, as many requests
 * are under way as failures are left, one fewer with a token provider; `concurrency` overrides both. On an unproven one
 * there is a single probe, which others join after a second of silence. The guard itself never waits: calls wait in the
 * limiter's line and ask it again.
 */
export class Guard {
  readonly source: CredentialSource;
  readonly ledger: Ledger;
  readonly #clock: Clock;
  readonly #onNews: (who: 'first' | 'all') => void;
  /** Its own part of the requests under way that the ledger counts. */
  #underWay = 0;
  #heldUntil = 0;
  #lastRefusalAt = Number.NEGATIVE_INFINITY;
  #refusalsInARow = 0;
  /** Whether any credential of this source was ever accepted. */
  #worked = false;
  #lastStatusAt = Number.NEGATIVE_INFINITY;
  /** When an attempt last expired while the service had answered nobody since it was sent. */
  #hungAt = Number.NEGATIVE_INFINITY;

  constructor({ source, clock, ledger, onNews = () => {} }: GuardOptions) {
    this.source = source;
    this.#clock = clock;
    this.ledger = ledger;
    this.#onNews = onNews;
  }

  /** Whether it remembers no refusal and nothing is under way. */
  get idle(): boolean {
    const now = this.#clock.now();
    return this.#heldUntil <= now && this.#lastRefusalAt + failureLastsMs <= now && this.#places.size === 0;
  }

  /** Gets a credential, when there is none that can be used. */
  prepare(signal: AbortSignal | undefined): Promise<unknown> | undefined {
    if (this.source.fresh) return undefined;
    return this.source.renew(signal, () => this.#onNews('all'));
  }

  /**
   * How much longer a call that has waited since `since` may wait, in milliseconds: `Infinity` unless an attempt has
   * expired since then with nobody answered.
   *
   * @throws Refusal when the credential is held back, or when the call has waited as long as its own timeout while an
   * attempt expired and nobody was answered: it would have met the same.
   */
  check(since: number, timeoutMs: number, protection: Protection): number {
    const now = this.#clock.now();
    this.#checkRefusal(now, protection);
    if (this.#hungAt < since) return Number.POSITIVE_INFINITY;
    const left = since + timeoutMs - now;
    if (left > 0) return left;
    const message = `no complete answer within the timeout of ${timeoutMs} ms, nor to any call before it: not sent`;
    throw refusal({ name: 'TimeoutError', message });
  }

  /**
   * Takes a place in flight, or says in how many milliseconds to try again if there is no news before.
   *
   * @throws Refusal when the credential is held back.
   */
  enter(timeoutMs: number, protection: Protection): Permit | number {
    const now = this.#clock.now();
    this.#checkRefusal(now, protection);
    const credential = this.source.fresh;
    // It has ended since it was got.
    if (!credential) return 1;
    const isProven = now < credential.provenUntil;
    if (protection) {
      const wait = isProven ? this.#waitAsProven(protection.concurrency) : this.#waitAsProbe(credential, now);
      if (wait > 0) return wait;
    }
    return this.#permit(credential, !isProven, now, timeoutMs, protection);
  }

  /** A renewed token may fail as well as the one before, so with a provider one failure is kept for it. */
  #waitAsProven(concurrency: number | undefined): number {
    const left = this.ledger.left(true);
    const most = concurrency ?? Math.max(1, this.source.renewable ? left - 1 : left);
    return this.#places.size < most ? 0 : this.#untilNews();
  }

  #waitAsProbe(credential: Credential, now: number): number {
    const hasWorked = credential.worked || this.#worked;
    const left = this.ledger.left(hasWorked);
    if (!credential.worked && !this.ledger.hasRoom(hasWorked)) return lookAgainMs;
    if (this.#places.size >= Math.max(1, left)) return this.#untilNews();
    // With a key, other clients' probes count too; a token that a provider gives again counts as a new one.
    const oldest = [...this.#places].find(
      (place) => place.isProbe && (place.credential === credential || !this.source.renewable),
    );
    if (!oldest) return 0;
    const silentFor = now - Math.max(this.#lastStatusAt, oldest.sentAt);
    return Math.max(0, silenceMs - silentFor);
  }

  #permit(credential: Credential, isProbe: boolean, now: number, timeoutMs: number, protection: Protection): Permit {
    const { source, ledger } = this;
    const place: Place = { sentAt: now, isProbe, until: leaseEnd(now, 2 * timeoutMs), credential };
    ledger.began(source.identity, place);
    this.#underWay++;
    let isUnderWay = true;
    const leave = () => {
      if (isUnderWay) this.#underWay--;
      isUnderWay = false;
      return ledger.ended(source.identity, place);
    };
    return {
      token: credential.token,
      isProbe,
      hasWorked: credential.worked,
      isCurrent: () => credential === source.fresh,
      answered: (status) => {
        const isFirst = leave();
        this.#lastStatusAt = this.#clock.now();
        this.#hungAt = Number.NEGATIVE_INFINITY;
        const verdict = status === 401 && isFirst ? this.#reject(credential, protection) : undefined;
        this.#onNews('first');
        return verdict;
      },
      wantsProof: () => credential.provenUntil - this.#clock.now() < proofLastsMs / 2,
      accepted: () => this.#accept(credential),
      expired: () => {
        if (!leave()) return;
        const isHung = this.#lastStatusAt <= place.sentAt;
        if (isHung) this.#hungAt = this.#clock.now();
        this.#onNews(isHung ? 'all' : 'first');
      },
      release: () => {
        if (leave()) this.#onNews('first');
      },
      withdraw: () => void leave(),
    };
  }

  #accept(credential: Credential): void {
    if (credential.refused) return;
    const now = this.#clock.now();
    const isNews = now >= credential.provenUntil;
    credential.provenUntil = now + proofLastsMs;
    credential.worked = true;
    this.#worked = true;
    this.ledger.worked();
    this.#refusalsInARow = 0;
    if (isNews) this.#onNews('first');
  }

  #reject(credential: Credential, protection: Protection): 'renew' | undefined {
    if (!protection) {
      this.source.discard(credential);
      return this.source.renewable ? 'renew' : undefined;
    }
    const now = this.#clock.now();
    this.ledger.failed(credential.token);
    this.#lastRefusalAt = now;
    credential.refused = true;
    // Answers to requests that were under way with it say nothing new.
    if (this.source.discard(credential)) this.#refusalsInARow++;
    if (!this.source.renewable || this.#refusalsInARow >= refusalsAllowed) {
      // One failure alone may have been the service's mistake; single probes find out when it is over.
      const mayBeAMistake = this.#worked && this.ledger.failures <= 1;
      this.#heldUntil = now + (mayBeAMistake ? probeAgainMs : failureLastsMs);
    }
    this.#onNews('all');
    return this.#refusal(now) ? undefined : 'renew';
  }

  #checkRefusal(now: number, protection: Protection): void {
    const held = protection && this.#refusal(now);
    if (held) throw held;
  }

  #refusal(now: number): Refusal | undefined {
    if (now < this.#heldUntil) {
      return heldBack('The credential was refused; it is held back', this.#heldUntil, now);
    }
    const credential = this.source.fresh;
    if (!credential) return undefined;
    // One that worked goes on, unless nothing is left and another client has seen it refused.
    if (this.ledger.left(credential.worked || this.#worked) > 0) return undefined;
    if (credential.worked && !this.ledger.hasRefused(credential.token)) return undefined;
    return heldBack(
      `Failed authentications in the last 15 minutes: ${this.ledger.failures}; after ${limits.authenticationFailures} the ` +
        'service locks out. A credential that was refused, or has not worked before, is held back',
      this.ledger.freeAt,
      now,
    );
  }

  /** Places in flight, whichever of its tokens they are for. */
  get #places(): ReadonlySet<Place> {
    return this.ledger.placesOf(this.source.identity);
  }

  /**
   * When to ask again: once woken, or from time to time where only other clients' requests are under way, which wake
   * nobody here.
   */
  #untilNews(): number {
    return this.#underWay > 0 ? Number.POSITIVE_INFINITY : lookAgainMs;
  }
}

function heldBack(problem: string, until: number, now: number): Refusal {
  const seconds = Math.ceil((until - now) / 1000);
  const end = new Date(until).toISOString();
  return refusal({
    name: 'AuthenticationError',
    message: `${problem} for another ${seconds} s, until ${end}: this call was not sent`,
    retryAt: until,
  });
}
