import { type StopSignal, stopSignals } from '../platform/stop-signals.ts';

/** An error that ends the run. Findings so far are still reported. */
export class EndedEarly extends Error {
  override readonly name: string = 'EndedEarly';
  /** The exit code of the command. */
  readonly exitCode: number = 2;
}

/** A response without the expected data. It ends a run, unless the run can do without the data. */
export class UnusableResponse extends EndedEarly {
  override readonly name = 'UnusableResponse';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** The end of a run by a signal. */
export class Interrupted extends EndedEarly {
  override readonly name = 'Interrupted';
  override readonly exitCode: number;

  constructor({ reason }: AbortSignal) {
    super('interrupted');
    this.exitCode = stopSignals[reason as StopSignal];
  }
}

/** Returns a signal that aborts when the process receives a stop signal. */
export function createStopSignal({ onStop }: { onStop(listener: (signal?: StopSignal) => void): void }): AbortSignal {
  const controller = new AbortController();
  onStop((signal = 'SIGINT') => controller.abort(signal));
  return controller.signal;
}
