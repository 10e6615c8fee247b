import { type StopSignal, stopSignals } from '../platform/stop-signals.ts';

/** The run can't go on: the message says why. What was found until then counts. */
export class EndedEarly extends Error {
  override readonly name: string = 'EndedEarly';
  /** The exit code of the command. */
  readonly exitCode: number = 2;
}

/** A signal has ended the run. */
export class Interrupted extends EndedEarly {
  override readonly name = 'Interrupted';
  override readonly exitCode: number;

  constructor({ reason }: AbortSignal) {
    super('it was interrupted');
    this.exitCode = stopSignals[reason as StopSignal];
  }
}

/** Returns a signal that aborts when the process is told to end. */
export function createStopSignal({ onStop }: { onStop(listener: (signal?: StopSignal) => void): void }): AbortSignal {
  const controller = new AbortController();
  onStop((signal = 'SIGINT') => controller.abort(signal));
  return controller.signal;
}
