import { serverSide } from '#server-side';
import { listen, unlisten } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import { inBatches } from '../platform/in-batches.ts';
import type { ClientLimits, Endable, QueuedCall, WaitReason } from './settings.ts';

/** Where a call waits. */
export interface Host<T> {
  readonly clock: Clock;
  /** Looks whether a call can go on. */
  look(): void;
  /** A call no longer waits, for whatever reason. */
  left(waiting: Waiting<T>): void;
}

/** A call that waits, for its credential or in the queue of a gate. It ends with its signal, or with its client. */
export class Waiting<T> implements Endable {
  readonly call: QueuedCall;
  readonly limits: ClientLimits;
  readonly since: number;
  readonly promise: Promise<T>;
  /** Whether its request has ended without a word, as happens in Cloudflare Workers. */
  readonly isGone: (() => boolean) | undefined;
  readonly #host: Host<T>;
  readonly #resolve: (value: T) => void;
  readonly #reject: (reason: unknown) => void;
  isOver = false;
  /** Slots that it asks for in the queue of a gate. */
  slots = 0;
  /** Whether it waits there among the requests of begun composite calls. */
  isAdmitted = false;
  /** The reasons of which the call was notified. One string takes less memory than a `Set`. */
  #notified = '';

  constructor(call: QueuedCall, limits: ClientLimits, host: Host<T>) {
    this.call = call;
    this.limits = limits;
    this.since = host.clock.now();
    this.#host = host;
    const polled = serverSide ? serverSide.poll<T>(host.clock, () => host.look()) : undefined;
    const { promise, resolve, reject } = polled ?? Promise.withResolvers<T>();
    this.promise = promise;
    this.isGone = polled?.isGone;
    this.#resolve = resolve;
    this.#reject = reject;
    limits.waiting.add(this);
    listen(call.signal, this);
  }

  /** Notifies the call, once for each reason. `leastMs` returns the shortest possible wait, if it is known. */
  notify(reason: WaitReason, leastMs?: () => number): void {
    if (this.#notified.includes(reason)) return;
    this.#notified += reason;
    this.call.waits(reason, leastMs?.());
  }

  /** Called when the call's signal aborts. */
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
export function endWaiting(
  { waiting }: ClientLimits,
  reason: unknown,
  isEnded: (call: QueuedCall) => boolean = () => true,
): void {
  rejectAll(
    [...waiting].filter(({ call }) => isEnded(call)),
    reason,
  );
}
