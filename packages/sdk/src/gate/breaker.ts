import { limits } from '@issue-tracking/model';
import { type CallNotPermitted, lockoutFailure, rejectedFailure } from './call-not-permitted.ts';
import { Moments } from './moments.ts';

/** Failures that the client risks: one less than lead to a lockout (AUTH-7). */
export const failuresRisked: number = limits.authenticationFailures - 1;

/** Time for which a success proves the credential. It is short because the credential may be revoked at any time. */
const provenForMs = 60_000;
/** Cancelled requests in a row, each of which may have been rejected, after which a status is needed. */
const unseenAllowed = 2;
/** Time without a status after which another probe is sent: one that hangs must not block all calls. */
const probeIntervalMs = 1_000;
/** Time for which a rejected credential is blocked, by its failures; after more, until fewer than three are left. */
const blockedForMs = [0, 5_000, 60_000];

// enforces AUTH-7
/**
 * The knowledge about one credential. It keeps
 *
 *     failures in the last 15 minutes + requests in flight ≤ 4
 *
 * because five failures lock it out and a request in flight may become one. Besides, it decides how soon calls go on:
 *
 * - proven, for a minute after a success: calls go out, up to the limit above;
 * - unproven: one call goes as a probe, and each second without a status one more, unless it, those in flight and those
 *   that were cancelled may be more than four rejections;
 * - doubted, after the first 401 of a credential that has worked: unproven, and a probe goes a second later;
 * - blocked, after any other 401: calls fail unsent.
 *
 * It has no clock and no timers: each method takes the time.
 */
export class Breaker {
  readonly #failures = new Moments(limits.authenticationWindowMs);
  /** When the requests in flight end at the latest. */
  readonly #leases = new Moments(0);
  /**
   * When requests were cancelled before their status, since the last one with a status was sent: what was sent earlier
   * may have overtaken them.
   */
  readonly #unseen = new Moments(limits.authenticationWindowMs);
  #provenUntil = 0;
  #isDoubted = false;
  #hasWorked = false;
  #blockedUntil = 0;
  /** Results of requests that were sent before are late. */
  #blockedAt = Number.NEGATIVE_INFINITY;
  /** Whether the call of the last request has ended before its status: the next call need not wait for that. */
  #isAbandoned = false;
  /** When a request was last sent, or its status last came. */
  #lastEventAt = Number.NEGATIVE_INFINITY;

  isIdle(now: number): boolean {
    return [this.#failures, this.#unseen, this.#leases].every((moments) => moments.count(now) === 0);
  }

  isProven(now: number): boolean {
    const unseen = this.#unseen.count(now);
    // A probe must still be possible after them.
    const mayLeave = unseen < unseenAllowed && this.#failed(now) + unseen < failuresRisked - 1;
    return now < this.#provenUntil && mayLeave;
  }

  /** Whether it must be proven again soon. */
  needsProof(now: number): boolean {
    return this.#provenUntil - now < provenForMs / 2;
  }

  /** Returns when the next request may go: `now`, a time, or `Infinity` for when another one has ended. */
  mayGoAt(now: number): number {
    const inFlight = this.#leases.count(now);
    const atRisk = this.#failed(now) + inFlight;
    if (atRisk >= failuresRisked) return Number.POSITIVE_INFINITY;
    if (now < this.#blockedUntil) return this.#blockedUntil;
    // Cancelled requests may have been rejected too.
    const isSafe = atRisk + this.#unseen.count(now) < failuresRisked;
    if (isSafe && (this.isProven(now) || this.#isAbandoned)) return now;
    if (inFlight === 0 && !this.#isDoubted) return now;
    if (inFlight > 0 && !isSafe) return Number.POSITIVE_INFINITY;
    return Math.max(now, this.#lastEventAt + probeIntervalMs);
  }

  /** Returns why calls fail unsent. */
  failure(now: number): CallNotPermitted | undefined {
    const failures = this.#failed(now);
    const lockedUntil = this.#failures.fewerAt(failuresRisked);
    if (lockedUntil >= this.#blockedUntil) return lockoutFailure(failures, lockedUntil, now);
    return this.#blockedUntil > now ? rejectedFailure(this.#blockedUntil, now) : undefined;
  }

  sent(now: number, lease: number): void {
    this.#leases.add(lease);
    this.#lastEventAt = now;
    this.#isAbandoned = false;
  }

  /** Another process was rejected at that time: if this one's proof is older, it needs a new one. */
  rejectedElsewhere(at: number): void {
    if (this.#provenUntil > 0 && at > this.#provenUntil - provenForMs) this.#doubt();
  }

  /** A status came that is no rejection, so the requests that had been cancelled before were most likely accepted too. */
  notRejected(sentAt: number, now: number): void {
    this.#lastEventAt = now;
    this.#unseen.clear(sentAt);
  }

  /** Returns whether the rejection counts against the credential, and isn't just late. */
  rejected(sentAt: number, now: number, canResend: boolean): boolean {
    this.#lastEventAt = now;
    this.#fail(now);
    const isLate = sentAt <= this.#blockedAt;
    const isBelieved = isLate ? now < this.#blockedUntil : !this.#hasWorked || this.#isDoubted || !canResend;
    if (!isLate) this.#doubt();
    if (isBelieved) this.#block(now);
    return !isLate;
  }

  /** A response came whose status can't be read: a 401, perhaps. Returns whether it counts as one. */
  unreadable(now: number): boolean {
    this.#lastEventAt = now;
    if (this.isProven(now)) return false;
    this.#fail(now);
    return true;
  }

  /** The response shows that the service accepted the credential. */
  accepted(sentAt: number, now: number): void {
    if (sentAt <= this.#blockedAt) return;
    this.#provenUntil = now + provenForMs;
    this.#isDoubted = false;
    this.#hasWorked = true;
  }

  /** The call of a request has ended, and the request stays for its status. */
  abandoned(): void {
    this.#isAbandoned = !this.#isDoubted;
  }

  /** A request was cancelled before its status. */
  cancelled(at: number): void {
    this.#unseen.add(at);
  }

  /** A request is no longer in flight. */
  ended(lease: number): void {
    this.#leases.remove(lease);
  }

  /** Cancelled requests before a rejection were most likely rejected too. */
  #fail(now: number): void {
    for (let unseen = this.#unseen.count(now); unseen > 0; unseen--) this.#failures.add(now);
    this.#unseen.clear();
    this.#failures.add(now);
  }

  #failed(now: number): number {
    this.#failures.noneAfter(now);
    return this.#failures.count(now);
  }

  #doubt(): void {
    this.#provenUntil = 0;
    this.#isDoubted = true;
  }

  #block(now: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, blockedTo(this.#failures, now));
    this.#blockedAt = now;
    this.#hasWorked = false;
    this.#isDoubted = false;
  }
}

/** Returns when a probe is due after these failures. */
export function blockedTo(failures: Moments, now: number): number {
  return Math.max(now + (blockedForMs[failures.count(now)] ?? 0), failures.fewerAt(blockedForMs.length));
}
