import { limits } from '@issue-tracking/model';
import { type CallNotPermitted, lockoutFailure, rejectedFailure } from './call-not-permitted.ts';
import { Moments } from './window.ts';

/** Failures that the client risks: one less than lead to a lockout (AUTH-7). */
export const failuresRisked: number = limits.authenticationFailures - 1;

/** Time for which a success proves the credential. It is short because the credential may be revoked at any time. */
const provenForMs = 60_000;
/** Requests that may be cancelled one after the other, each of which may have been rejected, before a status is needed. */
const unseenAllowed = 4;
/** Time without a response after which another probe is sent: one that hangs must not block all calls. */
const probeIntervalMs = 1_000;
/** Time for which a rejected credential is blocked, by its failures; after more, until fewer than three are left. */
const blockedForMs = [0, 5_000, 60_000];

// enforces AUTH-7
/**
 * What is known of one credential. It keeps
 *
 *     failures in the last 15 minutes + requests in flight ≤ 4
 *
 * because five failures lock it out and a request in flight may become one. Besides, it decides how soon calls go on:
 *
 * - proven, for a minute after a success: calls go out, up to the invariant;
 * - unproven: one call goes as a probe, and each second without a response one more;
 * - doubted, after the first 401 of a credential that has worked: unproven, and a probe goes a second later;
 * - blocked, after any other 401: calls fail unsent.
 *
 * It has no clock and no timers: each method takes the time.
 */
export class Breaker {
  readonly failures: Moments = new Moments(limits.authenticationWindowMs);
  /** When the requests in flight end at the latest. */
  readonly #leases = new Moments(0);
  #provenUntil = 0;
  #isDoubted = false;
  #hasWorked = false;
  /** Requests in a row that were cancelled before their status. */
  #unseen = 0;
  #blockedUntil = 0;
  /** Results of requests that were sent before are late. */
  #blockedAt = Number.NEGATIVE_INFINITY;
  #lastEventAt = Number.NEGATIVE_INFINITY;

  isIdle(now: number): boolean {
    return this.failures.count(now) === 0 && this.#leases.count(now) === 0;
  }

  isProven(now: number): boolean {
    return now < this.#provenUntil && this.#unseen < unseenAllowed;
  }

  /** Whether it must be proven again soon. */
  needsProof(now: number): boolean {
    return this.#provenUntil - now < provenForMs / 2;
  }

  /** When the next request may go: `now`, a time, or `Infinity` for when another one has ended. */
  mayGoAt(now: number): number {
    const inFlight = this.#leases.count(now);
    const isFull = this.failures.count(now) + inFlight >= failuresRisked;
    if (isFull) return Number.POSITIVE_INFINITY;
    if (this.isProven(now) || (inFlight === 0 && !this.#isDoubted)) return now;
    return Math.max(now, this.#lastEventAt + probeIntervalMs);
  }

  /** Why calls fail unsent. */
  failure(now: number): CallNotPermitted | undefined {
    const until = Math.max(this.#blockedUntil, this.failures.fewerAt(failuresRisked));
    if (until <= now) return undefined;
    if (until > this.#blockedUntil) return lockoutFailure(this.failures.count(now), until, now);
    return rejectedFailure(until, now);
  }

  sent(now: number, lease: number): void {
    this.#leases.add(lease);
    this.#lastEventAt = now;
  }

  /** Another process was rejected at that time, so if this one's proof is older, it needs a new one. */
  rejectedElsewhere(at: number): void {
    if (this.#provenUntil > 0 && at > this.#provenUntil - provenForMs) this.#doubt();
  }

  /** A request has ended. `isSeen`: whether the status of the request is known. */
  ended(lease: number, isSeen: boolean): void {
    this.#leases.remove(lease);
    if (!isSeen) this.#unseen++;
  }

  answered(now: number): void {
    this.#lastEventAt = now;
    this.#unseen = 0;
  }

  accepted(sentAt: number, now: number): void {
    if (sentAt <= this.#blockedAt) return;
    this.#provenUntil = now + provenForMs;
    this.#isDoubted = false;
    this.#hasWorked = true;
  }

  /** Returns whether the rejection counts against the credential, and isn't just late. */
  rejected(sentAt: number, now: number, canResend: boolean): boolean {
    this.failures.add(now);
    const isLate = sentAt <= this.#blockedAt;
    const isBelieved = isLate ? now < this.#blockedUntil : !this.#hasWorked || this.#isDoubted || !canResend;
    if (!isLate) this.#doubt();
    if (isBelieved) this.#block(now);
    return !isLate;
  }

  #doubt(): void {
    this.#provenUntil = 0;
    this.#isDoubted = true;
  }

  #block(now: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, blockedTo(this.failures, now));
    this.#blockedAt = now;
    this.#hasWorked = false;
    this.#isDoubted = false;
  }
}

/** Returns when a probe is due after these failures. */
export function blockedTo(failures: Moments, now: number): number {
  return Math.max(now + (blockedForMs[failures.count(now)] ?? 0), failures.fewerAt(blockedForMs.length));
}
