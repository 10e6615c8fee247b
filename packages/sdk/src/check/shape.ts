/**
 * What a value must look like, as plain data: what the model's schemas say, without zod, which alone is larger than
 * this whole client. The table of operations holds one for each input and each answer.
 */
export type Shape =
  /** Text; `known` are the values of an enumeration that is open at run time. */
  | { readonly kind: 'text'; readonly known?: readonly string[] }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly message: string }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }
  /** A whole number as a path or query carries it (GAP-31). */
  | { readonly kind: 'digits'; readonly max: number; readonly message: string }
  /** An identifier that is one segment of a path and cannot climb. */
  | { readonly kind: 'segment'; readonly message: string }
  /** A whole number that lost no digits on the way. */
  | { readonly kind: 'integer'; readonly min: number }
  | { readonly kind: 'number' }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Shape }
  | { readonly kind: 'optional'; readonly of: Shape }
  | { readonly kind: 'nullable'; readonly of: Shape }
  | ObjectShape;

/** Named members; others are let through unless it is `exact`. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly members: { readonly [name: string]: Shape };
  readonly exact?: true;
}
