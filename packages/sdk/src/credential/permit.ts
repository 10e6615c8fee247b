import type { Slot } from '../rate-limit/rate-limit.ts';
import type { PlaceInFlight } from './circuit-breaker.ts';
import type { Credential, CredentialSource } from './credential.ts';

/** The parts of a permit. */
export interface PermitParts {
  readonly source: CredentialSource;
  readonly credential: Credential;
  readonly slot: Slot;
  /** `undefined` without lockout protection. */
  readonly place: PlaceInFlight | undefined;
  readonly queue: {
    /** Lets calls through that may go now. */
    dispatch(): void;
    pause(ms: number): void;
  };
}

/**
 * The right to send one request: its credential, its slot under the rate limit, and its place among the requests in
 * flight. The call reports the request's progress to it.
 */
export class Permit {
  readonly #parts: PermitParts;
  #isPending = true;
  /** Whether the call is sent again after a 401. */
  shouldResend = false;

  constructor(parts: PermitParts) {
    this.#parts = parts;
  }

  get token(): string {
    return this.#parts.credential.token;
  }

  /** Whether the credential comes from a provider. */
  get isProvided(): boolean {
    return this.#parts.source.refreshable;
  }

  /** Whether the circuit breaker needs another success soon. */
  get needsSuccess(): boolean {
    const { place } = this.#parts;
    return place?.circuit.needsSuccess(place.state) ?? false;
  }

  /**
   * Returns for how much longer an abandoned request keeps its place, and its status counts; `undefined` if the status is
   * of no use. An unproven credential may be bad: then the next requests would be rejected too, unseen.
   */
  graceMs(timeoutMs: number): number | undefined {
    const { place } = this.#parts;
    return place && (place.circuit.isClosed(place.state) ? 0 : timeoutMs);
  }

  /**
   * Records that the status line has come. Returns whether a rejected call is sent again. `canResend`: whether the call
   * allows retries.
   */
  answered(status: number, canResend: boolean): boolean {
    const { source, credential, slot, place } = this.#parts;
    const isRejected = status === 401;
    slot.leave(isRejected);
    place?.circuit.statusReceived();
    if (!isRejected) place?.circuit.budget.release(place.reservation);
    else if (place) {
      // Before its place is free: the next request must not be sent as if the credential were good.
      this.shouldResend = place.circuit.rejected(place.state, canResend);
      this.ended(false);
    } else if (source.refreshable) {
      source.discard(credential);
      this.shouldResend = true;
    }
    return this.shouldResend;
  }

  /**
   * Records a response that the platform can't parse, not even its status. It counts as a failed authentication unless the
   * credential is known to be good: it may have been a 401.
   */
  unreadable(): void {
    const { slot, place } = this.#parts;
    place?.circuit.statusReceived();
    const mayBeRejected = place !== undefined && !place.circuit.isClosed(place.state);
    if (mayBeRejected) place.circuit.budget.recordFailure();
    slot.leave(mayBeRejected);
  }

  /** Records that the call has ended without its request, which keeps its place. */
  abandoned(isTimeout: boolean): void {
    const { place, queue } = this.#parts;
    if (isTimeout) place?.circuit.timedOut(place.sentAt);
    this.#complete();
    queue.dispatch();
  }

  /** Records the end of the request. `isSuccess`: only an accepted credential can have got its response. */
  ended(isSuccess: boolean): void {
    const { slot, place, queue } = this.#parts;
    slot.leave(false);
    if (isSuccess) place?.circuit.succeeded(place.state);
    this.#complete();
    place?.circuit.budget.release(place.reservation);
    queue.dispatch();
  }

  /** Counts the request as answered in `afterMs` milliseconds: until then it may still arrive. Only the first call counts. */
  release(afterMs = 0): void {
    this.#parts.slot.release(afterMs);
  }

  /** Releases everything: nothing was sent. */
  withdraw(): void {
    this.release(Number.NEGATIVE_INFINITY);
    this.ended(false);
  }

  /** Pauses the credential after a 429: nothing is sent for `ms` milliseconds. */
  pause(ms: number): void {
    this.#parts.slot.pause(ms);
    this.#parts.queue.pause(ms);
  }

  #complete(): void {
    const { place } = this.#parts;
    if (place && this.#isPending) place.state.pending--;
    this.#isPending = false;
  }
}
