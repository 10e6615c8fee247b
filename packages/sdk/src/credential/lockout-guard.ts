import { limits } from '@issue-tracking/model';
import type { Clock } from '../platform/clock.ts';
import { blockedUntil, CallNotPermitted, lockoutFailure } from '../rate-limit/call-not-permitted.ts';
import { Pause } from '../rate-limit/pause.ts';
import { never, type Wait } from '../rate-limit/rate-limit.ts';
import { SlidingWindowLog } from '../rate-limit/window.ts';
import type { Credential } from './credential.ts';

/** Maximum number of failures that the client risks: one less than the number that leads to a lockout (AUTH-7). */
export const failuresRisked: number = limits.authenticationFailures - 1;

/** Time for which a success closes the circuit. It is short because the credential may be revoked at any time. */
const closedForMs = 60_000;
/** Time without any response after which another probe is sent, because a probe that hangs must not block all calls. */
const probeIntervalMs = 1_000;
/**
 * Time for which the circuit stays open, by the number of failures in the window: 5 s after one, 60 s after two.
 * After more, the circuit stays open until fewer than three failures are left.
 */
const openForMs = [0, 5_000, 60_000];
/** Rejected credentials in a row for which a function is believed: the first one may just have expired. */
const rejectionsAllowed = 2;

/** What this process knows about one credential. */
export class CredentialState {
  /** The pause after a 429. */
  readonly pause = new Pause();
  readonly failures = new SlidingWindowLog(limits.authenticationWindowMs);
  readonly inFlight = new Set<Place>();
  /** Requests that may still become a success or a rejection: in flight, or with a body that is being read. */
  readonly pending = new Set<Place>();
  /** End of the time for which the last success closes the circuit; 0 before the first success. */
  closedUntil = 0;
  /** Whether a 401 may be a mistake, because the credential had worked. The next success or 401 decides. */
  isSuspect = false;
  /** Whether the service has accepted the credential since the circuit was last opened. */
  hasWorked = false;
  openUntil = 0;
  /** When the circuit was last opened. Results of requests that were sent before are late. */
  openedAt = Number.NEGATIVE_INFINITY;

  /** Whether nothing is left to know. A failure counts for longer than the circuit stays open for it. */
  isIdle(now: number): boolean {
    return this.failureCount(now) === 0 && this.inFlightCount(now) === 0 && this.pause.isPast(now);
  }

  failureCount(now: number): number {
    this.failures.noneAfter(now);
    return this.failures.count(now);
  }

  inFlightCount(now: number): number {
    for (const place of this.inFlight) if (place.leaseUntil <= now) this.inFlight.delete(place);
    return this.inFlight.size;
  }
}

/** The place of one request among the requests in flight. */
export interface Place {
  readonly state: CredentialState;
  readonly sentAt: number;
  /** When the place becomes free if the end of the request is never reported. */
  readonly leaseUntil: number;
}

// enforces AUTH-7
/**
 * Keeps a credential from being locked out. Five failed authentications within 15 minutes do that, so
 *
 *     failures in the window + requests in flight ≤ 4
 *
 * because a request in flight may become a failure. This holds for each credential, also for each one that a function
 * returns. All else is a circuit breaker, which decides how soon calls go on:
 *
 *                         accepted
 *     ┌───────────┐ ──────────────────────▶ ┌──────────┐
 *     │ half-open │   nothing accepted      │  closed  │
 *     └───────────┘ ◀────── for 60 s ────── └──────────┘
 *       │ 401,   ▲ ╲                          │ 401    ▲
 *       │ never  │   ╲ 401, has worked        ▼        │ accepted
 *       │ worked │     ╲──────────────────▶ ┌──────────┐
 *       ▼        │ time is over             │ suspect  │
 *     ┌───────────┐                         └──────────┘
 *     │   open    │ ◀─────── 401 again ───────┘
 *     └───────────┘
 *
 * - Closed: requests go out, up to the invariant.
 * - Half-open: one request goes as a probe, and the others wait. After each second without any status one more goes.
 * - Suspect: half-open after a 401 that may be a mistake. A result of a request in flight decides. Without one, a probe
 *   goes a second after the last status, and the rejected call is sent again: the service didn't process it.
 * - Open: calls fail unsent. The circuit forgets that the credential has worked, so that a rejected probe is believed.
 *
 * A success is a 2xx with a JSON body, or a 400, 403 or 404 with the API's `error`. Everything but a success and a 401
 * leaves the state as it is. A place ends with the status, a success comes with the body. An abandoned request keeps
 * its place until its status comes: at most until its timeout, and another timeout unless the circuit is closed.
 * Otherwise a client whose timeout is shorter than the latency would send one rejected request after the other.
 *
 * A function is asked for another credential as soon as one is rejected or blocked. The next one starts half-open. After
 * two rejected credentials in a row, the circuit opens for all.
 */
export class LockoutGuard {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #states = new Map<string, CredentialState>();
  /** When credentials were rejected, one after the other, since the last success. */
  readonly #rejections = new SlidingWindowLog(limits.authenticationWindowMs);
  #lastRejected: CredentialState | undefined;
  /** The credential of the last request. */
  #current: CredentialState | undefined;
  /** End of the time for which too many rejected credentials block all. */
  #openUntil = 0;
  #lastStatusAt = Number.NEGATIVE_INFINITY;
  #lastSentAt = Number.NEGATIVE_INFINITY;
  /** Whether calls wait for a place. */
  #isAwaited = false;
  /** Whether a request has timed out, and no status has arrived since that request was sent. */
  isUnresponsive = false;

  /** `onChange`: called when a place becomes free for which calls wait. */
  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Whether the guard has no state worth keeping. */
  get idle(): boolean {
    const now = this.#clock.now();
    return [...this.#states.values()].every((state) => state.isIdle(now));
  }

  stateOf({ token }: Credential): CredentialState {
    const known = this.#states.get(token);
    if (known) return known;
    for (const [other, state] of this.#states) if (state.isIdle(this.#clock.now())) this.#states.delete(other);
    const state = new CredentialState();
    this.#states.set(token, state);
    return state;
  }

  /** Returns why calls must fail at once: those with a credential, or without one, those with any. */
  failure(state?: CredentialState): CallNotPermitted | undefined {
    const now = this.#clock.now();
    const openUntil = Math.max(this.#openUntil, state?.openUntil ?? 0);
    const until = Math.max(openUntil, state?.failures.freeAt(failuresRisked) ?? 0);
    if (until <= now) return undefined;
    if (state && until > openUntil) return lockoutFailure(state.failureCount(now), until, now);
    const problem = `Credential rejected; calls are blocked ${blockedUntil(until, now)}`;
    return new CallNotPermitted('AuthenticationError', `${problem}: this call was not sent`, { retryAt: until });
  }

  /** Returns how many requests may be sent now. */
  capacity(state: CredentialState): number {
    if (this.isClosed(state)) return this.#free(state);
    return this.#untilProbe(state) > 0 ? 0 : 1;
  }

  /** Returns the reason to wait; `undefined` when a request may go. */
  wait(state: CredentialState): Wait | undefined {
    if (this.capacity(state) > 0) return undefined;
    this.#isAwaited = true;
    const ms = this.isClosed(state) ? never : this.#untilProbe(state);
    return { reason: 'credential', until: this.#clock.now() + ms };
  }

  /**
   * Takes a place for a request. `rejectedAt`: when the credential was last rejected in any process. If this was after
   * the last success in this process, the request is a probe.
   */
  enter(state: CredentialState, leaseUntil: number, rejectedAt = Number.NEGATIVE_INFINITY): Place {
    if (state.closedUntil > 0 && rejectedAt > state.closedUntil - closedForMs) {
      state.closedUntil = 0;
      state.isSuspect = true;
    }
    const place = { state, sentAt: this.#clock.now(), leaseUntil };
    this.#lastSentAt = place.sentAt;
    this.#current = state;
    state.inFlight.add(place);
    state.pending.add(place);
    return place;
  }

  isClosed({ closedUntil }: CredentialState): boolean {
    return this.#clock.now() < closedUntil;
  }

  /** Whether the circuit needs another success soon to stay closed. */
  needsSuccess({ closedUntil }: CredentialState): boolean {
    return closedUntil - this.#clock.now() < closedForMs / 2;
  }

  /** Records a status other than 401. */
  statusReceived(place: Place): void {
    this.#lastStatusAt = this.#clock.now();
    this.isUnresponsive = false;
    this.#leave(place);
  }

  /** Records a 401, and then frees the place: the next request must not be sent as if the credential were good. */
  rejected(place: Place, canResend: boolean): void {
    const { state } = place;
    const now = this.#clock.now();
    state.failures.add(now);
    let isBelieved = now < state.openUntil;
    if (!isBelieved && !isLate(place)) {
      isBelieved = !state.hasWorked || state.isSuspect || !canResend;
      state.closedUntil = 0;
      state.isSuspect = true;
      this.#countCredential(state);
    }
    if (isBelieved) this.#open(state);
    this.statusReceived(place);
  }

  /** Records a response of which not even the status could be read. Returns whether it may have been a 401. */
  unreadable(place: Place): boolean {
    const mayBeRejected = !this.isClosed(place.state);
    if (mayBeRejected) place.state.failures.add(this.#clock.now());
    this.statusReceived(place);
    return mayBeRejected;
  }

  /** Records that the call has ended before its request, which keeps its place. */
  abandoned(place: Place, isTimeout: boolean): void {
    if (isTimeout && this.#lastStatusAt <= place.sentAt) this.isUnresponsive = true;
    place.state.pending.delete(place);
  }

  /** Records the end of a request. */
  ended(place: Place, isSuccess: boolean): void {
    if (isSuccess && !isLate(place)) this.#succeeded(place.state);
    place.state.pending.delete(place);
    this.#leave(place);
  }

  #succeeded(state: CredentialState): void {
    state.closedUntil = this.#clock.now() + closedForMs;
    state.isSuspect = false;
    state.hasWorked = true;
    // A late success of a rejected credential says nothing about the next one.
    if (state !== this.#lastRejected) this.#rejections.clear();
  }

  #leave(place: Place): void {
    if (!place.state.inFlight.delete(place) || !this.#isAwaited) return;
    this.#isAwaited = false;
    this.#onChange();
  }

  /** Returns how many more requests may be in flight. */
  #free(state: CredentialState): number {
    const now = this.#clock.now();
    return Math.max(0, failuresRisked - state.failureCount(now) - state.inFlightCount(now));
  }

  #untilProbe(state: CredentialState): number {
    if (this.#free(state) === 0) return never;
    if (state.pending.size === 0 && !state.isSuspect) return 0;
    return Math.max(0, Math.max(this.#lastStatusAt, this.#lastSentAt) + probeIntervalMs - this.#clock.now());
  }

  /** Counts rejected credentials in a row: several can only come from a function. Those that it has replaced don't count. */
  #countCredential(state: CredentialState): void {
    if (state === this.#lastRejected || state !== this.#current) return;
    this.#lastRejected = state;
    this.#rejections.add(this.#clock.now());
    const isAllowed = this.#rejections.count(this.#clock.now()) < rejectionsAllowed;
    if (!isAllowed) this.#openUntil = this.#nextProbeAt(this.#rejections);
  }

  /** Opens the circuit. Later failures of requests in flight may extend that time, but aren't the probe's result. */
  #open(state: CredentialState): void {
    state.openUntil = Math.max(state.openUntil, this.#nextProbeAt(state.failures));
    state.openedAt = this.#clock.now();
    state.hasWorked = false;
    state.isSuspect = false;
  }

  #nextProbeAt(failures: SlidingWindowLog): number {
    const now = this.#clock.now();
    return Math.max(now + (openForMs[failures.count(now)] ?? 0), failures.freeAt(openForMs.length));
  }
}

function isLate({ state, sentAt }: Place): boolean {
  return sentAt <= state.openedAt;
}
