/** What is read of a schema: the part of Standard Schema that zod, valibot, arktype and others share. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    /** Gives the checked value, or what is wrong with it. */
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    /** Only there for the types. */
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

/** What such a schema finds: the value, or what is wrong with it. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
