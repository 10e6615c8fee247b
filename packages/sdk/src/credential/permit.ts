/** How the lockout is kept off; `false`: not at all. */
export type Protection =
  | false
  | {
      /** Requests under way at once on a proven credential; `undefined` for as many as may fail. */
      readonly concurrency?: number | undefined;
    };

/**
 * Permission to use the credential for one request. It counts as under way until `answered`, `expired`, `release` or
 * `withdraw`.
 */
export interface Permit {
  readonly token: string;
  /** Whether the request is to find out whether the credential is good. */
  readonly isProbe: boolean;
  /** Whether the credential was accepted before. */
  readonly hasWorked: boolean;
  /** Whether the token may still be sent: no longer once it was refused or replaced. */
  isCurrent(): boolean;
  /**
   * The status line has come: the request is no longer under way. `'renew'` when it was a 401 and another token may be
   * tried. Of `answered`, `expired` and `release` only the first call counts.
   */
  answered(status: number): 'renew' | undefined;
  /** Whether the answer's body is worth reading as proof: not while the last proof is recent. */
  wantsProof(): boolean;
  /** Only an accepted credential can have got this answer. */
  accepted(): void;
  /** No status within the timeout. */
  expired(): void;
  /** Aborted, or the connection was lost. */
  release(): void;
  /** Not sent, and the same call asks again at once: nobody is woken. */
  withdraw(): void;
}
