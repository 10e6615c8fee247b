import * as z from 'zod/mini';
import type { Known } from './scalars.ts';

const errorDetailSchema = z.looseObject({
  /** The member at fault, or `body` or `content-type` when it is none (GAP-33). */
  field: z.string(),
  /** What would be right. */
  message: z.string(),
});

/** One thing wrong with a request (ERR-2). */
export interface ErrorDetail extends Known<z.infer<typeof errorDetailSchema>> {}

/** The body of every error (ERR-1), with `details` on a validation failure (ERR-2). */
export const errorBodySchema = z.looseObject({
  error: z.string(),
  details: z.optional(z.array(errorDetailSchema)),
});

/** The body of every error (ERR-1). */
export interface ErrorBody extends Known<z.infer<typeof errorBodySchema>> {}

/** The error texts the specification gives. */
export const errorTexts = {
  /** With `details` (ERR-2). */
  invalidInput: 'Invalid input',
  /** AUTH-4. */
  insufficientScope: 'Insufficient scope',
  /** ERR-3. */
  projectNotFound: 'Project not found',
} as const;
