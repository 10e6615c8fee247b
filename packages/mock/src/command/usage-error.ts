/** An invalid use of the command. The message names the problem and the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** 2 for invalid input, 1 for a problem of the system. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
