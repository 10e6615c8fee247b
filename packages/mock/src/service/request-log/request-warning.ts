/**
 * The kind of a warning: a parameter or member was `ignored`, as the endpoint doesn't have it; a filter passed nothing (`no-match`); a
 * write replaced a value that its sender hadn't read (`stale-write`).
 */
export type WarningKind = 'ignored' | 'no-match' | 'stale-write';

/** Kinds of likely mistakes in a request that the service accepted. */
export const warningKinds = ['ignored', 'no-match', 'stale-write'] as const satisfies readonly WarningKind[];

/** A likely mistake in a request that the service accepted. */
export interface RequestWarning {
  readonly kind: WarningKind;
  /** The query parameter or member of the body, such as `query.prority`; `query` for several filters together. */
  readonly field: string;
  /** An explanation for users. */
  readonly text: string;
}
