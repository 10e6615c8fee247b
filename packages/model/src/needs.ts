import * as z from 'zod/mini';
import { isWholeNumber, mustBeWholeNumber, type Schema, wholeNumber } from './scalars.ts';

/*
 * The part of each response that a client cannot work without. A response that lacks it is an error; every other
 * difference from version 1 is drift (VER-2, RES-11).
 */

/** An issue that names itself. */
export const needsIssue: Schema = z.object({ data: z.object({ issueNumber: wholeNumber(1) }) });
/** A list of issues that name themselves. By a function, because a schema of an object copies each issue of a page. */
export const needsIssues: Schema = z.object({
  data: z.array(
    z.custom<{ issueNumber: number }>((issue) => isWholeNumber(issue?.issueNumber, 1), {
      path: ['issueNumber'],
      error: mustBeWholeNumber(1),
    }),
  ),
});
/** A comment that names itself, as proof that it was created. */
export const needsComment: Schema = z.object({ data: z.object({ id: z.string('must be a string') }) });
/** A list of anything. */
export const needsList: Schema = z.object({ data: z.custom<unknown[]>(Array.isArray, 'must be a list') });
/** An object of any members, or `null` (GAP-59). */
export const needsObjectOrNull: Schema = z.object({ data: z.nullable(z.object({})) });
