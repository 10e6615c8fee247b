import type { Credential, CredentialSource } from './credential.ts';
import type { Reservation } from './failure-budget.ts';

/** State of one credential; discarded when the circuit opens. */
export interface CredentialState {
  readonly credential: Credential;
  /** When the last success ends to close the circuit; 0 before the first. */
  closedUntil: number;
  /** Rejected although it had worked: the next success or rejection tells whether that was a mistake. */
  isSuspect: boolean;
  /** Requests that may still become a success or a rejection: in flight, or their bodies being read. */
  pending: number;
}

/** The circuit breaker, as a request that it let through reports to it. */
export interface Breaker {
  statusReceived(): void;
  /** `sentAt`: no status came, although the request waited as long as its timeout. */
  timedOut(sentAt: number): void;
  succeeded(state: CredentialState): void;
  rejected(state: CredentialState, canResend: boolean): void;
  isClosed(state: CredentialState): boolean;
  /** Whether another success would soon be news. */
  needsSuccess(state: CredentialState): boolean;
  /** Whether a call that was rejected may be sent again. */
  shouldResend(canResend: boolean): boolean;
  recordFailure(): void;
  release(reservation: Reservation): void;
  changed(): void;
}

/** The place of one request among those in flight, under lockout protection. */
export class RequestInFlight {
  readonly #breaker: Breaker;
  readonly #state: CredentialState;
  readonly #reservation: Reservation;
  readonly #sentAt: number;
  #isPending = true;

  constructor(breaker: Breaker, state: CredentialState, reservation: Reservation, sentAt: number) {
    this.#breaker = breaker;
    this.#state = state;
    this.#reservation = reservation;
    this.#sentAt = sentAt;
    state.pending++;
  }

  get needsSuccess(): boolean {
    return this.#breaker.needsSuccess(this.#state);
  }

  /**
   * Returns for how much longer an abandoned request keeps its place, and its status counts. An unproven credential may
   * be bad: then the next requests would be rejected too, unseen.
   */
  graceMs(timeoutMs: number): number {
    return this.#breaker.isClosed(this.#state) ? 0 : timeoutMs;
  }

  /** The status line has come. Returns whether a rejected call is sent again; `canResend`: with the same credential. */
  answered(status: number, canResend: boolean): boolean {
    this.#breaker.statusReceived();
    if (status !== 401) {
      this.#breaker.release(this.#reservation);
      return false;
    }
    // Before its place is free: the next request must not go out as if nothing had happened.
    this.#breaker.rejected(this.#state, canResend);
    this.ended(false);
    return this.#breaker.shouldResend(canResend);
  }

  /**
   * Records a response whose status can't be read. Returns whether it counts as a failed authentication: unless the
   * credential is known to be good, it may have been a 401.
   */
  unreadable(): boolean {
    this.#breaker.statusReceived();
    const mayBeRejected = !this.#breaker.isClosed(this.#state);
    if (mayBeRejected) this.#breaker.recordFailure();
    return mayBeRejected;
  }

  /** Its call has ended without it. It keeps its place. */
  abandoned(isTimeout: boolean): void {
    if (isTimeout) this.#breaker.timedOut(this.#sentAt);
    this.#complete();
    this.#breaker.changed();
  }

  /** Nothing more will come of it. `isSuccess`: only an accepted credential can have got its response. */
  ended(isSuccess: boolean): void {
    if (isSuccess) this.#breaker.succeeded(this.#state);
    this.#complete();
    this.#breaker.release(this.#reservation);
    this.#breaker.changed();
  }

  #complete(): void {
    if (this.#isPending) this.#state.pending--;
    this.#isPending = false;
  }
}

/** A request in flight without lockout protection. */
export class UnprotectedRequest {
  readonly #source: CredentialSource;
  readonly #credential: Credential;
  readonly needsSuccess = false;

  constructor(source: CredentialSource, credential: Credential) {
    this.#source = source;
    this.#credential = credential;
  }

  /** `undefined`: the status of an abandoned request is of no use. */
  graceMs(): undefined {}

  answered(status: number): boolean {
    if (status !== 401 || !this.#source.renewable) return false;
    this.#source.discard(this.#credential);
    return true;
  }

  unreadable(): boolean {
    return false;
  }

  abandoned(): void {}

  ended(): void {}
}
