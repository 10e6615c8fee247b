/**
 * The kind of a warning. `ignored`: the endpoint doesn't have a parameter or member. `no-match`: a filter passed nothing.
 * `stale-write`: a write replaced a value that its sender hadn't read.
 */
export type WarningKind = 'ignored' | 'no-match' | 'stale-write';

/** A likely mistake in a request that the service accepted. */
export interface RequestWarning {
  readonly kind: WarningKind;
  /** The query parameter or member of the body, such as `query.prority`; `query` for several filters together. */
  readonly field: string;
  /** An explanation for users. */
  readonly text: string;
}
