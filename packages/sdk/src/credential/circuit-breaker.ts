import { limits } from '@issue-tracking/model';
import type { Clock } from '../platform/clock.ts';
import { blockedUntil, CallNotPermitted, lockoutFailure } from '../rate-limit/call-not-permitted.ts';
import type { MemoryLimit } from '../rate-limit/memory-limit.ts';
import type { LockoutLimit, Wait } from '../rate-limit/rate-limit.ts';
import type { Credential, CredentialSource } from './credential.ts';
import { type FailureBudget, failuresRisked, type LockoutScope, type Reservation } from './failure-budget.ts';

/** State of one credential; discarded when the circuit opens. */
export interface CredentialState {
  readonly credential: Credential;
  /** End of the time for which the last success closes the circuit; 0 before the first success. */
  closedUntil: number;
  /**
   * Whether the credential was rejected after it had worked. The next success or rejection decides whether that was a
   * mistake.
   */
  isSuspect: boolean;
  /** Requests that may still become a success or a rejection: in flight, or with a body that is being read. */
  pending: number;
}

/** The place of one request among the requests in flight. */
export interface PlaceInFlight {
  readonly circuit: CircuitBreaker;
  readonly state: CredentialState;
  readonly reservation: Reservation;
  readonly sentAt: number;
}

/** The parts of a circuit breaker. */
export interface CircuitBreakerOptions {
  readonly source: CredentialSource;
  readonly scope: LockoutScope;
  readonly clock: Clock;
  readonly budget: FailureBudget;
  /** Called when waiting calls may be able to go. */
  readonly onChange: () => void;
}

/** Time for which a success closes the circuit. It is short because the credential may be revoked at any time. */
const closedForMs = 60_000;
/** Time without any response after which another probe is sent, because a probe that hangs must not block all calls. */
const probeIntervalMs = 1_000;
/**
 * Time for which the circuit stays open, by the number of failures in the budget: 5 s after one, 60 s after two.
 * After more, the circuit stays open until the budget has fewer than three failures.
 */
const openForMs = [0, 5_000, 60_000];
/** Consecutive rejected tokens of a provider that open the circuit. A single rejected token may just have expired. */
const rejectionsAllowed = 2;

/**
 * The circuit breaker of one credential. A 401 opens the circuit.
 *
 * - Closed: requests are sent.
 * - Half-open: one request is sent as a probe, and the others wait for its result.
 * - Open: calls fail unsent.
 *
 * The budget prevents the lockout; the breaker decides only how soon further calls are sent. Calls don't wait in the
 * breaker but in the queue, which dispatches again after each change.
 *
 * docs/contributing/circuit.md draws the states.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly budget: FailureBudget;
  #state: CredentialState | undefined;
  #openUntil = 0;
  /** Whether the service has accepted any credential of the source since the circuit last opened. */
  #hasWorked = false;
  #rejectionsInARow = 0;
  #lastStatusAt = Number.NEGATIVE_INFINITY;
  #lastSentAt = Number.NEGATIVE_INFINITY;
  #hasNoticedOtherScope = false;
  /** Whether a request has timed out, and no status has arrived since that request was sent. */
  isUnresponsive = false;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.budget = options.budget;
  }

  get scope(): LockoutScope {
    return this.#options.scope;
  }

  /** Whether the circuit breaker has no state worth keeping. */
  get idle(): boolean {
    return this.#openUntil <= this.#options.clock.now() && this.budget.idle;
  }

  /** The limit that this circuit breaker shares with those of other processes. */
  get limit(): LockoutLimit {
    return { scope: this.scope, limit: failuresRisked - this.#keptForOthers };
  }

  /** Returns why all calls must fail at once; `undefined` unless the circuit is open or the budget is used up. */
  openFailure(): CallNotPermitted | undefined {
    const now = this.#options.clock.now();
    const until = Math.max(this.#openUntil, this.budget.availableAt(failuresRisked - this.#keptForOthers));
    if (until <= now) return undefined;
    if (until !== this.#openUntil) return lockoutFailure(this.budget.failures, until, now);
    const problem = `Credential rejected; calls are blocked ${blockedUntil(until, now)}`;
    return new CallNotPermitted('AuthenticationError', `${problem}: this call was not sent`, { retryAt: until });
  }

  /** Returns how many requests may be sent now. */
  capacity(credential: Credential, maxInFlight: number): number {
    const state = this.#stateOf(credential);
    if (!this.isClosed(state)) return this.#waitHalfOpen(state) > 0 ? 0 : 1;
    // With a provider, a place stays free for the request with a refreshed token, which may fail too.
    const { inFlight } = this.budget;
    const kept = this.#options.source.refreshable && inFlight > 0 ? 1 : 0;
    return Math.max(0, Math.min(maxInFlight - inFlight, this.budget.capacity(kept)));
  }

  /** Returns the reason to wait; `undefined` when a request may go. */
  wait(credential: Credential, maxInFlight: number): Wait | undefined {
    if (this.capacity(credential, maxInFlight) > 0) return undefined;
    this.budget.onCapacity(this.#options.onChange);
    const state = this.#stateOf(credential);
    const ms = this.isClosed(state) ? Number.POSITIVE_INFINITY : this.#waitHalfOpen(state);
    return { reason: 'credential', until: this.#options.clock.now() + ms };
  }

  /**
   * Reserves a place for a request. `leaseUntil`: when the place becomes free if the end of the request is never
   * reported. `rejectedAt`: when the credential was last rejected in any process. If this was after the last success
   * in this process, the request is a probe.
   */
  enter(credential: Credential, leaseUntil: number, rejectedAt: number | undefined): PlaceInFlight {
    const now = this.#options.clock.now();
    const state = this.#stateOf(credential);
    if (rejectedAt !== undefined && state.closedUntil > 0 && rejectedAt > state.closedUntil - closedForMs) {
      state.closedUntil = 0;
      state.isSuspect = !this.#options.source.refreshable;
    }
    this.#lastSentAt = now;
    state.pending++;
    return { circuit: this, state, reservation: this.budget.reserve(leaseUntil), sentAt: now };
  }

  /**
   * Handles a 429. Returns `true` for the first 429 that suggests that the service counts failed authentications by
   * address, although this breaker counts them by credential. A 429 suggests this if the credential was accepted
   * within the last minute and less than half of the rate limit is used.
   */
  noticeOtherScope({ window }: MemoryLimit): boolean {
    if (this.#hasNoticedOtherScope || this.scope === 'address' || !this.#state || !this.isClosed(this.#state))
      return false;
    const used = window.used(this.#options.clock.now());
    this.#hasNoticedOtherScope = 2 * used < Math.min(window.limit, limits.requests);
    return this.#hasNoticedOtherScope;
  }

  isClosed(state: CredentialState): boolean {
    return this.#options.clock.now() < state.closedUntil;
  }

  /** Whether the circuit needs another success soon to stay closed. */
  needsSuccess({ closedUntil }: CredentialState): boolean {
    return closedUntil - this.#options.clock.now() < closedForMs / 2;
  }

  statusReceived(): void {
    this.#lastStatusAt = this.#options.clock.now();
    this.isUnresponsive = false;
  }

  /** Records a request that received no status within its timeout. */
  timedOut(sentAt: number): void {
    if (this.#lastStatusAt <= sentAt) this.isUnresponsive = true;
  }

  succeeded(state: CredentialState): void {
    const { clock, scope, source } = this.#options;
    // Ignore a request that was sent before the circuit opened, or with a replaced token.
    if (state !== this.#state) return;
    // Failures of earlier tokens no longer count. The service counts failures of an address with any credential.
    if (state.closedUntil === 0 && scope === 'credential' && source.refreshable) this.budget.reset();
    state.closedUntil = clock.now() + closedForMs;
    state.isSuspect = false;
    this.#hasWorked = true;
    this.#rejectionsInARow = 0;
  }

  /** Records a 401. Returns whether its call may be sent again. `canResend`: whether the call allows retries. */
  rejected(state: CredentialState, canResend: boolean): boolean {
    const { source, clock, scope } = this.#options;
    const isLate = state !== this.#state;
    const isForgotten = isLate && scope === 'credential' && source.refreshable && (this.#state?.closedUntil ?? 0) > 0;
    if (!isForgotten) this.budget.recordFailure();
    // Discard the credential after a late rejection too: a second rejection shows that the first was no mistake.
    const isInUse = source.refreshable && source.discard(state.credential);
    let isBelieved = clock.now() < this.#openUntil;
    if (!isLate && !isBelieved) {
      state.closedUntil = 0;
      if (source.refreshable) {
        // The request with the refreshed token is the probe; later results of the old token don't matter.
        this.#state = undefined;
        isBelieved = isInUse && ++this.#rejectionsInARow >= rejectionsAllowed;
      } else {
        isBelieved = !this.#hasWorked || state.isSuspect || !canResend;
        state.isSuspect = true;
      }
    }
    if (isBelieved) this.#open();
    return (canResend || source.refreshable) && !this.openFailure();
  }

  #waitHalfOpen({ isSuspect, pending }: CredentialState): number {
    if (this.budget.capacity(this.#keptForOthers) === 0) return Number.POSITIVE_INFINITY;
    if (pending === 0 && !isSuspect) return 0;
    return Math.max(0, Math.max(this.#lastStatusAt, this.#lastSentAt) + probeIntervalMs - this.#options.clock.now());
  }

  /**
   * With scope `address`, one failure is reserved for credentials that have worked: bad keys must not block good
   * ones.
   */
  get #keptForOthers(): number {
    return this.scope === 'address' && !this.#hasWorked ? 1 : 0;
  }

  /**
   * Opens the circuit until the next probe. Later failures of requests in flight may extend that time, but don't count as
   * the probe's result.
   */
  #open(): void {
    const { failures } = this.budget;
    const until = this.#options.clock.now() + (openForMs[failures] ?? 0);
    this.#openUntil = Math.max(this.#openUntil, until, this.budget.availableAt(openForMs.length));
    // If this stayed `true`, a rejected probe would count as a possible mistake and need a second rejection.
    this.#hasWorked = false;
    this.#state = undefined;
  }

  #stateOf(credential: Credential): CredentialState {
    if (this.#state?.credential !== credential) {
      this.#state = { credential, closedUntil: 0, isSuspect: false, pending: 0 };
    }
    return this.#state;
  }
}
