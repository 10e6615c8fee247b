/** An invalid use of a command. The message names the problem and the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** 2 for invalid input, 1 for a problem of the system, 126 and 127 for a program that can't be started, as in shells. */
  readonly exitCode: 1 | 2 | 126 | 127;

  constructor(message: string, exitCode: UsageError['exitCode'] = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
