/** How the lockout is kept off; `false`: not at all. */
export type Protection =
  | false
  | {
      /** Requests under way at once on a proven credential; `undefined` for as many as may fail. */
      readonly concurrency?: number | undefined;
    };

/** Leave to use the credential for one request: a place in flight. */
export interface Permit {
  readonly token: string;
  /** Whether the request is to find out whether the credential is good. */
  readonly isProbe: boolean;
  /** Whether the credential was accepted before. */
  readonly hasWorked: boolean;
  /** Whether the token may still be sent: no longer once it was refused or replaced. */
  isCurrent(): boolean;
  /**
   * The status line has come: the place is free, and a 401 is judged. Says whether another token may be tried. Of
   * `answered`, `expired` and `release` only the first call counts.
   */
  answered(status: number): 'renew' | undefined;
  /** Whether it is worth while to look whether the answer is a proof: a fresh one needs no other. */
  wantsProof(): boolean;
  /** The answer is one that only an accepted credential can get. */
  accepted(): void;
  /** No status within the timeout. */
  expired(): void;
  /** Aborted, or the connection was lost. */
  release(): void;
  /** Not sent, and whoever has it will ask for another at once: nobody is told. */
  withdraw(): void;
}
