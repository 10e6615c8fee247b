import type { Gate } from '../rate-limit/slot.ts';
import type { Guard, Permit, Protection } from './guard.ts';
import type { SharedLedger } from './shared-ledger.ts';

/** What an entrance is made from. */
export interface EntranceOptions {
  readonly guard: Guard;
  readonly protection: Protection;
  /** The failures of all processes, where a store counts them. */
  readonly failures?: SharedLedger | undefined;
  /** Of the attempt that is to be made. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** One attempt's way past the guard: the limiter asks for it when a slot is free, so that both are taken together. */
export class Entrance implements Gate {
  readonly #options: EntranceOptions;
  #permit: Permit | undefined;

  constructor(options: EntranceOptions) {
    this.#options = options;
  }

  /** What the limiter's slot comes with. */
  get permit(): Permit {
    if (!this.#permit) throw new TypeError('The limiter gave a slot without asking the gate');
    return this.#permit;
  }

  prepare(): Promise<void> | undefined {
    const { guard, signal } = this.#options;
    return guard.prepare(signal)?.then(() => {});
  }

  check(since: number): number {
    const { guard, timeoutMs, protection } = this.#options;
    return guard.check(since, timeoutMs, protection);
  }

  enter(): number {
    const { guard, timeoutMs, protection } = this.#options;
    const entered = guard.enter(timeoutMs, protection);
    if (typeof entered === 'number') return entered;
    this.#permit = entered;
    return 0;
  }

  async agree(): Promise<number> {
    const { failures, protection, timeoutMs } = this.#options;
    if (!failures || !protection) return 0;
    const { permit } = this;
    const id = crypto.randomUUID();
    const wait = permit.isProbe ? await failures.probe(id, 2 * timeoutMs, permit.hasWorked) : 0;
    if (wait === 0) this.#permit = failures.reporting(permit, id);
    return wait;
  }

  isCurrent(): boolean {
    return this.permit.isCurrent();
  }

  leave(willTryAgain: boolean): void {
    if (willTryAgain) this.permit.withdraw();
    else this.permit.release();
  }
}
