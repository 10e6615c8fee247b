import type { MockClock } from '../clock/clock.ts';

/** Keeps an `auto` clock from jumping while a request is answered, but not while the request itself waits for the clock. */
export class ClockHold {
  readonly #clock: MockClock;
  #release: () => void;

  constructor(clock: MockClock) {
    this.#clock = clock;
    this.#release = clock.hold();
  }

  release(): void {
    this.#release();
  }

  async sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    this.#release();
    try {
      await this.#clock.sleep(ms, signal);
    } finally {
      this.#release = this.#clock.hold();
    }
  }
}
