/** An invalid use of the command. The message says what is wrong and what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** 2 for a mistake in what was asked, 1 for something that prevents it. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
