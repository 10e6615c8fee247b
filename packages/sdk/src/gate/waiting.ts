import { serverSide } from '#server-side';
import { listen, unlisten } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import { inBatches } from '../platform/in-batches.ts';
import type { ClientLimits, QueuedCall, WaitReason } from './settings.ts';

/** A call that waits, for whatever. */
export interface Endable {
  readonly call: QueuedCall;
  leave(): void;
  reject(reason: unknown): void;
}

/** Where a call waits. */
export interface Host {
  readonly clock: Clock;
  /** Looks whether a call can go on. */
  look(): void;
  /** A call no longer waits, for whatever reason. */
  left(waiting: Endable): void;
}

/**
 * How often a waiting call looks by itself in Cloudflare Workers. There a request may not settle a promise of another one,
 * its timers end with it, and it counts as hung while it waits without a timer of its own.
 */
const pollMs = 25;
/** A call that has not looked for so long is gone: its request has ended, and nothing told. */
const goneAfterMs = 1_000;

/** A call that waits, for its credential or in the queue of a gate. It ends with its signal, or with its client. */
export class Waiting<T> implements Endable {
  readonly call: QueuedCall;
  readonly limits: ClientLimits;
  readonly since: number;
  readonly promise: Promise<T>;
  readonly #host: Host;
  #resolve!: (value: T) => void;
  #reject!: (reason: unknown) => void;
  isOver = false;
  /** The reasons for which the call was notified. One string takes less memory than a `Set`. */
  #notified = '';
  #seenAt: number;

  constructor(call: QueuedCall, limits: ClientLimits, host: Host) {
    this.call = call;
    this.limits = limits;
    this.since = host.clock.now();
    this.#seenAt = this.since;
    this.#host = host;
    this.promise = serverSide?.isWorker()
      ? this.#poll()
      : new Promise((resolve, reject) => {
          this.#resolve = resolve;
          this.#reject = reject;
        });
    limits.waiting.add(this);
    listen(call.signal, this);
  }

  /** Whether its request has ended without a word. */
  isGone(now: number): boolean {
    return serverSide?.isWorker() === true && this.#seenAt + goneAfterMs <= now;
  }

  async #poll(): Promise<T> {
    let outcome: (() => T) | undefined;
    this.#resolve = (value) => {
      outcome ??= () => value;
    };
    this.#reject = (reason) => {
      outcome ??= () => {
        throw reason;
      };
    };
    for (;;) {
      await this.#host.clock.sleep(pollMs);
      this.#seenAt = this.#host.clock.now();
      if (outcome) return outcome();
      this.#host.look();
    }
  }

  /** `ms`: the shortest possible wait, if it is known. */
  wasTold(reason: WaitReason): boolean {
    return this.#notified.includes(reason);
  }

  notify(reason: WaitReason, ms?: number): void {
    if (this.wasTold(reason)) return;
    this.#notified += reason;
    this.call.waits(reason, ms);
  }

  abort(): void {
    this.reject(this.call.signal?.reason);
  }

  resolve(value: T): void {
    this.leave();
    this.#resolve(value);
  }

  reject(reason: unknown): void {
    this.leave();
    this.#reject(reason);
  }

  leave(): void {
    if (this.isOver) return;
    this.isOver = true;
    unlisten(this.call.signal, this);
    this.limits.waiting.delete(this);
    this.#host.left(this);
  }
}

/** Rejects waiting calls. All leave at once, so that none of them can go; the errors are made in batches. */
export function rejectAll(waiting: Iterable<Endable>, reason: unknown): void {
  const ended = [...waiting];
  for (const one of ended) one.leave();
  void inBatches(ended, (one) => one.reject(reason));
}

/** Rejects a client's waiting calls: all, or those for which `isEnded` holds. */
export function endWaiting(limits: ClientLimits, reason: unknown, isEnded: (call: QueuedCall) => boolean = () => true): void {
  rejectAll([...limits.waiting].filter(({ call }) => isEnded(call)), reason);
}
