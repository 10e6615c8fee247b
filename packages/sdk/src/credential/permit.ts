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
    /** Lets all permitted calls through. */
    dispatch(): void;
    pause(ms: number): void;
  };
}

/**
 * The right to send one request: its credential, its slot under the rate limit, and its place among the requests in
 * flight. The call reports the progress of the request to the permit.
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
   * Returns how long after its timeout an abandoned request keeps its place and its status still counts. `undefined`
   * without lockout protection, which alone needs the status. A credential that isn't known to be good gets another
   * timeout: the status may be a 401, and if it were missed, the next requests would be rejected too.
   */
  graceMs(timeoutMs: number): number | undefined {
    const { place } = this.#parts;
    return place && (place.circuit.isClosed(place.state) ? 0 : timeoutMs);
  }

  /**
   * Records the status of the response. Returns whether the call is resent after a rejection. `canResend`: whether
   * the call allows retries.
   */
  statusReceived(status: number, canResend: boolean): boolean {
    const { source, credential, slot, place } = this.#parts;
    const isRejected = status === 401;
    slot.leave(isRejected);
    place?.circuit.statusReceived();
    if (!isRejected) place?.circuit.budget.release(place.reservation);
    else if (place) {
      // Record the rejection before the place is free, so that the next request isn't sent as if the credential were
      // good.
      this.shouldResend = place.circuit.rejected(place.state, canResend);
      this.ended(false);
    } else if (source.refreshable) {
      source.discard(credential);
      this.shouldResend = true;
    }
    return this.shouldResend;
  }

  /**
   * Records a response of which the platform can't even parse the status. It may have been a 401, so it counts as a
   * failed authentication unless the credential is known to be good.
   */
  unreadable(): void {
    const { slot, place } = this.#parts;
    place?.circuit.statusReceived();
    const mayBeRejected = place !== undefined && !place.circuit.isClosed(place.state);
    if (mayBeRejected) place.circuit.budget.recordFailure();
    slot.leave(mayBeRejected);
  }

  /** Records that the call has ended before its request. The request keeps its place. */
  abandoned(isTimeout: boolean): void {
    const { place, queue } = this.#parts;
    if (isTimeout) place?.circuit.timedOut(place.sentAt);
    this.#complete();
    queue.dispatch();
  }

  /**
   * Records the end of the request. `isSuccess`: whether the response shows that the service accepted the credential.
   */
  ended(isSuccess: boolean): void {
    const { slot, place, queue } = this.#parts;
    slot.leave(false);
    if (isSuccess) place?.circuit.succeeded(place.state);
    this.#complete();
    place?.circuit.budget.release(place.reservation);
    queue.dispatch();
  }

  /**
   * Starts the last window of the slot in `afterMs` milliseconds, because the request may still arrive until then.
   * Only the first call counts.
   */
  release(afterMs = 0): void {
    this.#parts.slot.release(afterMs);
  }

  /** Releases the slot and the place, because nothing was sent. */
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
