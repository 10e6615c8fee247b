import type { Gate } from './gate.ts';
import type { StoreSlot } from './shared-limit.ts';
import type { Source } from './source.ts';
import type { RateWindow } from './window.ts';

/** The right to send one request. The call reports to it what becomes of the request; each method may be called again. */
export class Permit {
  /** Whether the credential comes from a function. */
  readonly isProvided: boolean;
  /** Start of the outage of the store, if the request is sent without it. */
  readonly outageSince: number | undefined;
  /** Whether the call is sent again after a 401, or after the 429 of a lockout. */
  shouldResend = false;
  readonly #gate: Gate;
  readonly #source: Source;
  readonly #isProtected: boolean;
  readonly #inStore: StoreSlot | undefined;
  readonly #window: RateWindow;
  readonly #sentAt: number;
  readonly #lease: number;
  #isReleased = false;
  #hasEnded = false;
  #hasStatus = false;

  constructor(gate: Gate, source: Source, isProtected: boolean, inStore: StoreSlot | undefined, lease: number) {
    this.#lease = lease;
    this.isProvided = source.isProvided;
    this.outageSince = inStore?.outageSince;
    this.#gate = gate;
    this.#window = gate.window;
    this.#source = source;
    this.#isProtected = isProtected;
    this.#inStore = inStore;
    this.#sentAt = gate.clock.now();
  }

  get token(): string {
    return this.#gate.token;
  }

  /** Whether the credential must be proven again soon. */
  get needsSuccess(): boolean {
    return this.#isProtected && this.#gate.breaker.needsProof(this.#gate.clock.now());
  }

  /**
   * Whether the status of the request counts although its call has ended. It may be a 401, and if it were missed, the next
   * requests would be rejected too.
   */
  get wantsStatus(): boolean {
    return this.#isProtected && !this.#hasStatus && !this.#gate.breaker.isProven(this.#gate.clock.now());
  }

  /** `canResend`: whether the call allows retries. */
  statusReceived(status: number, canResend: boolean): void {
    const { breaker, clock } = this.#gate;
    const now = clock.now();
    this.#hasStatus = true;
    this.#gate.answered();
    if (status !== 401) return;
    const isProtected = this.#isProtected;
    const isCounted = isProtected && breaker.rejected(this.#sentAt, now, canResend);
    const isRefused = isCounted && this.#source.rejected(this.#gate, now);
    this.#source.replace(this.#gate);
    const isBlocked = this.isProvided ? isRefused : isProtected && breaker.failure(now) !== undefined;
    this.shouldResend = (this.isProvided || (canResend && isProtected)) && !isBlocked;
    this.ended(false, true);
  }

  /** Not even the status could be read. It may have been a 401, unless the credential is proven. */
  unreadable(): void {
    const { breaker, clock } = this.#gate;
    const mayBeRejected = this.#isProtected && !breaker.isProven(clock.now());
    if (mayBeRejected) breaker.failures.add(clock.now());
    this.#hasStatus = true;
    this.#gate.answered();
    this.ended(false, mayBeRejected);
  }

  /** The request has ended. `proves`: the response shows that the service accepted the credential. */
  ended(proves: boolean, isRejected = false): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#isProtected) {
      this.#gate.breaker.ended(this.#lease, this.#hasStatus);
      if (proves) {
        this.#gate.breaker.accepted(this.#sentAt, this.#gate.clock.now());
        this.#source.accepted(this.#gate);
      }
    }
    this.#inStore?.leave(isRejected);
    // Only a rejection can be a reason for those that wait to end, and looking at all of them takes long.
    if (isRejected) this.#gate.recall();
    this.#gate.dispatch();
  }

  /** Starts the last window of the slot in `afterMs`, because the request may still arrive until then. */
  release(afterMs = 0): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    const now = this.#gate.clock.now();
    if (afterMs === Number.NEGATIVE_INFINITY) this.#window.giveBack(this.#lease);
    else this.#window.answer(this.#lease, now + afterMs);
    this.#inStore?.release(afterMs);
  }

  /** Nothing was sent. */
  withdraw(): void {
    this.#hasStatus = true;
    this.release(Number.NEGATIVE_INFINITY);
    this.ended(false);
  }

  /** Pauses the credential after a 429. A longer pause than a window is that of a lockout: a function has another one. */
  pause(ms: number): void {
    this.#inStore?.pause(ms);
    this.#gate.pauseUntil(this.#gate.clock.now() + ms);
    this.shouldResend = ms > this.#window.windowMs && this.#source.replace(this.#gate);
  }
}
