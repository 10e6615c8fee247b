/** The run can't go on: the message says why. What was found until then counts. */
export class EndedEarly extends Error {
  override readonly name: string = 'EndedEarly';
  /** What the command ends with. */
  readonly exitCode: number = 2;
}

/** Somebody asked the command to end. */
export class Interrupted extends EndedEarly {
  override readonly name = 'Interrupted';
  override readonly exitCode: number;

  constructor(signal: AbortSignal) {
    super('it was interrupted');
    this.exitCode = signal.reason === 'SIGTERM' ? 143 : 130;
  }
}

/** A signal that aborts when somebody asks the command to end. */
export function endOf({ onStop }: { onStop(listener: (signal?: 'SIGINT' | 'SIGTERM') => void): void }): AbortSignal {
  const controller = new AbortController();
  onStop((signal) => controller.abort(signal ?? 'SIGINT'));
  return controller.signal;
}
