import type { Slot } from '../rate-limit/rate-limit.ts';
import type { Credential } from './credential.ts';
import type { RequestInFlight, UnprotectedRequest } from './request-in-flight.ts';

/** The parts of a permit. */
export interface PermitParts {
  readonly credential: Credential;
  /** Whether the credential is one of several, of a provider. */
  readonly isProvided: boolean;
  readonly inFlight: RequestInFlight | UnprotectedRequest;
  readonly slot: Slot;
  readonly queue: {
    /** A slot is free earlier than expected. */
    slotFreed(): void;
    pause(ms: number): void;
  };
}

/** The right to send one request: its credential, its slot under the rate limit, its place in flight. */
export class Permit {
  readonly token: string;
  readonly isProvided: boolean;
  readonly inFlight: RequestInFlight | UnprotectedRequest;
  readonly #slot: Slot;
  readonly #queue: PermitParts['queue'];
  /** Whether the call is sent again after a 401. */
  shouldResend = false;

  constructor({ credential, isProvided, inFlight, slot, queue }: PermitParts) {
    this.token = credential.token;
    this.isProvided = isProvided;
    this.inFlight = inFlight;
    this.#slot = slot;
    this.#queue = queue;
  }

  /** The status line has come. `canResend`: whether a rejected call may be sent again with the same credential. */
  answered(status: number, canResend: boolean): boolean {
    this.#slot.leave(status === 401);
    this.shouldResend = this.inFlight.answered(status, canResend);
    return this.shouldResend;
  }

  /** Records a response that the platform can't parse, not even its status. */
  unreadable(): void {
    this.#slot.leave(this.inFlight.unreadable());
  }

  /** Nothing more will come of the request. `isSuccess`: only an accepted credential can have got its response. */
  ended(isSuccess: boolean): void {
    this.#slot.leave(false);
    this.inFlight.ended(isSuccess);
  }

  /** The request counts as answered in `afterMs` milliseconds: until then it may still arrive. Only the first time counts. */
  release(afterMs = 0): void {
    this.#slot.release(afterMs);
  }

  /** Nothing was sent. */
  withdraw(): void {
    this.#slot.release(Number.NEGATIVE_INFINITY);
    this.ended(false);
    this.#queue.slotFreed();
  }

  /** The service answered 429: nothing is sent with the credential for `ms` milliseconds. */
  pause(ms: number): void {
    this.#slot.pause(ms);
    this.#queue.pause(ms);
  }
}
