import type { CredentialGate, Rotation } from './settings.ts';
import type { StoreSlot } from './shared-limit.ts';
import type { RateWindow } from './window.ts';

/** The request that a permit is for. */
interface Granted {
  readonly token: string;
  readonly source: Rotation;
  readonly isProtected: boolean;
  /** Its slot in the store. */
  readonly inStore: StoreSlot | undefined;
  /** When its slot and its room in flight end if nothing else ends them. */
  readonly lease: number;
}

/** The right to send one request. The call reports to it what becomes of the request. Only the first end counts. */
export class Permit {
  /** Whether the call is sent again after a 401, or after the 429 of a lockout. */
  shouldResend = false;
  /** Until when the rejection of this request blocks calls. */
  blockedUntil: number | undefined;
  /** Whether the credential comes from a function. */
  readonly isProvided: boolean;
  /** Start of the outage of the store, if the request is sent without it. */
  readonly outageSince: number | undefined;
  readonly #gate: CredentialGate;
  readonly #granted: Granted;
  readonly #window: RateWindow;
  readonly #sentAt: number;
  #isReleased = false;
  #hasEnded = false;
  #hasStatus = false;

  constructor(gate: CredentialGate, granted: Granted) {
    this.#gate = gate;
    this.#granted = granted;
    this.isProvided = granted.source.isProvided;
    this.outageSince = granted.inStore?.outageSince;
    this.#window = gate.window;
    this.#sentAt = gate.clock.now();
  }

  get token(): string {
    return this.#granted.token;
  }

  get #now(): number {
    return this.#gate.clock.now();
  }

  /** Whether the credential must be proven again soon. */
  get needsSuccess(): boolean {
    return this.#granted.isProtected && this.#gate.breaker.needsProof(this.#now);
  }

  /**
   * Whether the status of the request counts although its call has ended. It may be a 401, and if it were missed, the next
   * requests would be rejected too.
   */
  get wantsStatus(): boolean {
    return this.#granted.isProtected && !this.#hasStatus && !this.#gate.breaker.isProven(this.#now);
  }

  /** `canResend`: whether the call allows retries. */
  statusReceived(status: number, canResend: boolean): void {
    if (this.#hasStatus) return;
    this.#hasStatus = true;
    if (status === 401) this.#rejected(canResend);
    else this.#gate.notRejected(this.#sentAt);
  }

  #rejected(canResend: boolean): void {
    const { source, isProtected } = this.#granted;
    const { breaker } = this.#gate;
    const now = this.#now;
    this.#gate.responded();
    const isCounted = isProtected && breaker.rejected(this.#sentAt, now, canResend);
    const refusedUntil = isCounted ? source.rejected(this.#gate, now, this.#sentAt) : undefined;
    source.replace(this.#gate);
    this.blockedUntil = this.isProvided ? refusedUntil : isProtected ? breaker.failure(now)?.retryAt : undefined;
    this.shouldResend = (this.isProvided || (canResend && isProtected)) && this.blockedUntil === undefined;
    this.#end(true);
  }

  /** A response came, and not even its status could be read. */
  unreadable(): void {
    this.#hasStatus = true;
    this.#gate.responded();
    this.#end(this.#granted.isProtected && this.#gate.breaker.unreadable(this.#now));
  }

  /** The request is no longer in flight. `proves`: the response shows that the service accepted the credential. */
  ended(proves: boolean): void {
    if (this.#hasEnded) return;
    if (proves && this.#granted.isProtected) {
      this.#gate.breaker.accepted(this.#sentAt, this.#now);
      this.#granted.source.accepted(this.#gate);
    }
    this.#end(false);
  }

  /** The call has ended, and the request stays for its status. */
  abandoned(): void {
    this.#gate.breaker.abandoned();
    this.#gate.dispatch();
  }

  /** The request was cancelled. Without a status, it may have been rejected. */
  cancelled(): void {
    if (!this.#hasEnded && !this.#hasStatus) this.#gate.breaker.cancelled(this.#now);
    this.#end(false);
  }

  #end(isRejection: boolean): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { isProtected, lease, inStore } = this.#granted;
    if (isProtected) this.#gate.breaker.ended(lease);
    inStore?.leave(isRejection);
    // Only a rejection can end calls that wait, and to look at all of them takes long.
    if (isRejection) this.#gate.recall();
    this.#gate.dispatch();
  }

  /** Starts the last window of the slot in `afterMs`: the request may arrive until then. */
  release(afterMs = 0): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#window.responded(this.#granted.lease, this.#now + afterMs);
    this.#granted.inStore?.release(afterMs);
  }

  /** Nothing was sent. */
  withdraw(): void {
    if (!this.#isReleased) {
      this.#isReleased = true;
      this.#window.free(this.#granted.lease);
      this.#granted.inStore?.withdraw();
    }
    this.ended(false);
  }

  /** Pauses the credential after a 429. A longer pause than a window is that of a lockout: a function has another one. */
  pause(ms: number): void {
    this.#granted.inStore?.pause(ms);
    this.#gate.pauseUntil(this.#now + ms);
    this.shouldResend = ms > this.#window.windowMs && this.#granted.source.replace(this.#gate);
  }
}
