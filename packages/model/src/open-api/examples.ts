import recorded from './examples.json' with { type: 'json' };

/** A request that was sent to the demo world, and its response. */
export interface OperationExample {
  readonly params: Readonly<Record<string, string | number>>;
  readonly query: Readonly<Record<string, string | number>>;
  readonly body?: object | undefined;
  readonly status: number;
  readonly response?: { readonly data: unknown } | undefined;
}

/** Examples of the OpenAPI document, recorded from a mock with the demo world. */
export interface Examples {
  readonly operations: Readonly<Record<string, OperationExample>>;
  /** By their status, then by a name. */
  readonly errors: Readonly<Record<string, Readonly<Record<string, ErrorExample>>>>;
}

/** The body of an error, and what caused it. */
export interface ErrorExample {
  readonly summary: string;
  readonly value: object;
}

/** Recorded by `pnpm generate`: `tools/generate/open-api-examples.ts`. */
export const examples: Examples = recorded;
