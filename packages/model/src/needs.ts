import * as z from 'zod/mini';
import { type Schema, wholeNumber } from './scalars.ts';

/*
 * The part of each response that a client cannot work without. A response that lacks it is an error; every other
 * difference from version 1 is drift (VER-2, RES-11).
 */

const identifiedIssue = z.object({ issueNumber: wholeNumber(1) });

/** An issue that names itself. */
export const needsIssue: Schema = z.object({ data: identifiedIssue });
/** A list of issues that name themselves. */
export const needsIssues: Schema = z.object({ data: z.array(identifiedIssue) });
/** A comment that names itself, as proof that it was created. */
export const needsComment: Schema = z.object({ data: z.object({ id: z.string('must be a string') }) });
/** A list of anything. */
export const needsList: Schema = z.object({ data: z.array(z.unknown()) });
/** An object of any members, or `null` (GAP-59). */
export const needsObjectOrNull: Schema = z.object({ data: z.nullable(z.object({})) });
