import { nextMacrotask } from './macrotask.ts';

/** After this number of macrotasks in which nobody used the clock, everyone who could act has acted. */
const idleMacrotasks = 3;

/** Tells when everyone who uses a clock is asleep: for a few macrotasks nobody has called it, and nobody holds it. */
export class IdleDetection {
  #calls = 0;
  #holds = 0;
  #released: PromiseWithResolvers<void> | undefined;

  /** Somebody called the clock, and may be about to act on what it said. */
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

  /** Resolves once idle; after `max` macrotasks also when somebody keeps calling, though never while held. */
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
