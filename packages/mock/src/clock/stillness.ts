import { nextTurn } from './turns.ts';

/** Turns without a question after which everyone who could act has acted. */
const stillTurns = 3;

/** Knows when everyone who goes by a clock is asleep: nobody has asked it for a few turns, and nobody holds it. */
export class Stillness {
  #questions = 0;
  #holds = 0;
  #released: PromiseWithResolvers<void> | undefined;

  /** Somebody asked the clock something, and may be about to act on the answer. */
  disturb(): void {
    this.#questions++;
  }

  hold(): () => void {
    this.#holds++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#questions++;
      if (--this.#holds > 0) return;
      this.#released?.resolve();
      this.#released = undefined;
    };
  }

  /** Resolves when all is still; after `maxTurns` also when somebody keeps asking, though never while held. */
  async come(maxTurns: number = Number.POSITIVE_INFINITY): Promise<void> {
    let questions = this.#questions;
    for (let still = 0, turns = 0; still < stillTurns && turns < maxTurns; turns++) {
      await nextTurn();
      if (this.#holds > 0) {
        this.#released ??= Promise.withResolvers<void>();
        await this.#released.promise;
      }
      still = questions === this.#questions ? still + 1 : 0;
      questions = this.#questions;
    }
  }
}
