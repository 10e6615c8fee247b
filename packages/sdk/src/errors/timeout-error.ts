import { type ErrorFacts, IssueTrackingError } from './issue-tracking-error.ts';

/** Which limit passed, and how long it was. */
export interface TimeoutErrorFacts extends ErrorFacts {
  readonly option: 'timeout' | 'deadline';
  readonly limitMs: number;
  /** What was being waited for, when the message should say more than the option does. */
  readonly problem?: string | undefined;
}

/** An attempt took longer than `timeout`, or the whole call longer than `deadline`. */
export class TimeoutError extends IssueTrackingError {
  declare name: 'TimeoutError';
  /** The limit that was exceeded: `timeout` of one attempt, or `deadline` of the whole call. */
  readonly option: 'timeout' | 'deadline';
  /** Its value, in milliseconds. */
  readonly limitMs: number;

  static {
    this.prototype.name = 'TimeoutError';
  }

  constructor({ option, limitMs, problem, ...facts }: TimeoutErrorFacts) {
    const what = option === 'timeout' ? 'no complete response' : 'not done';
    super(problem ?? `${what} within the ${option} of ${limitMs} ms`, facts);
    this.option = option;
    this.limitMs = limitMs;
  }
}
