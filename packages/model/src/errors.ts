import * as z from 'zod/mini';

// ERR-2; `body` and `content-type`: GAP-33.
/** One thing wrong with a request. */
export interface ErrorDetail {
  /** The member at fault, or `body` or `content-type` when it is none. */
  field: string;
  /** The requirement, such as "must be one of: …". */
  message: string;
}

// ERR-1
/** The body of every error. */
export interface ErrorBody {
  error: string;
  /** On a validation failure. */
  details?: ErrorDetail[] | undefined;
}

/** The body of every error, with `details` on a validation failure. */
// enforces ERR-1, ERR-2
export const errorBodySchema = z.looseObject({
  error: z.string(),
  details: z.optional(z.array(z.looseObject({ field: z.string(), message: z.string() }))),
});

/** The error texts the specification gives. */
export const errorTexts = {
  // ERR-2
  /** With `details`. */
  invalidInput: 'Invalid input',
  // AUTH-4
  insufficientScope: 'Insufficient scope',
  // ERR-3
  projectNotFound: 'Project not found',
} as const;
