import { nextMacrotask } from './macrotask.ts';

/** Macrotasks without clock use that count as idle. */
const idleMacrotasks = 3;

/** Detects when all users of a clock wait: no call for a few macrotasks, and no hold. */
export class IdleDetection {
  #calls = 0;
  #holds = 0;
  #released: PromiseWithResolvers<void> | undefined;

  /** Records a use of the clock: the caller may act on its result next. */
  used(): void {
    this.#calls++;
  }

  hold(): () => void {
    this.#holds++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#calls++;
      if (--this.#holds > 0) return;
      this.#released?.resolve();
      this.#released = undefined;
    };
  }

  /** Resolves once idle, or after `max` macrotasks despite further calls, but never while held. */
  async idle(max: number = Number.POSITIVE_INFINITY): Promise<void> {
    let calls = this.#calls;
    for (let quiet = 0, macrotasks = 0; quiet < idleMacrotasks && macrotasks < max; macrotasks++) {
      await nextMacrotask();
      if (this.#holds > 0) {
        this.#released ??= Promise.withResolvers<void>();
        await this.#released.promise;
      }
      quiet = calls === this.#calls ? quiet + 1 : 0;
      calls = this.#calls;
    }
  }
}
