import type { Slot } from '../rate-limit/rate-limit.ts';
import type { Credential, CredentialSource } from './credential.ts';
import type { CredentialState, LockoutGuard, Place } from './lockout-guard.ts';

/** The parts of a permit. */
export interface PermitParts {
  readonly source: CredentialSource;
  readonly credential: Credential;
  readonly state: CredentialState;
  readonly slot: Slot;
  readonly guard: LockoutGuard;
  /** `undefined` without lockout protection. */
  readonly place: Place | undefined;
  readonly queue: {
    /** Lets all permitted calls through. */
    dispatch(): void;
    /** Pauses a credential for `ms` milliseconds. Returns whether a function is asked for another one. */
    pause(credential: Credential, ms: number): boolean;
  };
}

/**
 * The right to send one request: its credential, its slot in the rate window, and its place in flight. The call reports
 * the progress of the request to the permit.
 */
export class Permit {
  readonly #parts: PermitParts;
  /** Whether the call is sent again after a 401, or after the 429 of a lockout. */
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

  /** Start of the outage of the store, if the request is sent without it. */
  get outageSince(): number | undefined {
    return this.#parts.slot.outageSince;
  }

  /** Whether the circuit needs another success soon. */
  get needsSuccess(): boolean {
    const { place, state, guard } = this.#parts;
    return place !== undefined && guard.needsSuccess(state);
  }

  /**
   * Returns how long after its timeout an abandoned request keeps its place and its status still counts. `undefined`
   * without lockout protection, which alone needs the status. A credential that isn't known to be good gets another
   * timeout: the status may be a 401, and if it were missed, the next requests would be rejected too.
   */
  graceMs(timeoutMs: number): number | undefined {
    const { place, state, guard } = this.#parts;
    return place && (guard.isClosed(state) ? 0 : timeoutMs);
  }

  /**
   * Records the status of the response. Returns whether the call is sent again. `canResend`: whether the call allows
   * retries.
   */
  statusReceived(status: number, canResend: boolean): boolean {
    const { source, credential, state, slot, guard, place } = this.#parts;
    const isRejected = status === 401;
    slot.leave(isRejected);
    if (!isRejected) {
      if (place) guard.statusReceived(place);
      return this.shouldResend;
    }
    source.replace(credential);
    if (place) guard.rejected(place, canResend);
    const { refreshable } = source;
    const isBlocked = place !== undefined && guard.failure(refreshable ? undefined : state) !== undefined;
    this.shouldResend = (refreshable || (canResend && place !== undefined)) && !isBlocked;
    this.ended(false);
    return this.shouldResend;
  }

  /**
   * Records a response of which the platform can't even parse the status. It may have been a 401, so it counts as a
   * failed authentication unless the credential is known to be good.
   */
  unreadable(): void {
    const { slot, guard, place } = this.#parts;
    slot.leave(place !== undefined && guard.unreadable(place));
  }

  /** Records that the call has ended before its request. The request keeps its place. */
  abandoned(isTimeout: boolean): void {
    const { guard, place, queue } = this.#parts;
    if (place) guard.abandoned(place, isTimeout);
    queue.dispatch();
  }

  /**
   * Records the end of the request. `isSuccess`: whether the response shows that the service accepted the credential.
   */
  ended(isSuccess: boolean): void {
    const { slot, guard, place, queue } = this.#parts;
    slot.leave(false);
    if (place) guard.ended(place, isSuccess);
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
    const { slot, credential, queue } = this.#parts;
    slot.pause(ms);
    this.shouldResend = queue.pause(credential, ms);
  }
}
