import { type CallContext, IssueTrackingError } from './issue-tracking-error.ts';

/**
 * The call was aborted: by its signal, or because the client was closed. `cause` is the signal's reason. After a write,
 * `mayHaveBeenApplied` says whether the service may have applied it; with `sent: false`, no request went out.
 *
 * @example
 * if (isIssueTrackingError(error, 'AbortError') && error.mayHaveBeenApplied) lookForComment(error.path);
 */
export class AbortError extends IssueTrackingError {
  declare name: 'AbortError';

  static {
    this.prototype.name = 'AbortError';
  }

  /** @internal */
  constructor({ call, reason }: { call: CallContext; reason: unknown }) {
    super(problemOf(call), { call });
    // Not a redacted copy: it is the program's own, which may want to know it again.
    Object.defineProperty(this, 'cause', { value: reason, configurable: true, writable: true });
  }
}

function problemOf({ sent, mayHaveBeenApplied }: CallContext): string {
  if (!sent) return 'aborted before anything was sent';
  return mayHaveBeenApplied ? 'aborted; the service may have applied it' : 'aborted';
}
