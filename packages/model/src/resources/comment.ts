import * as z from 'zod/mini';
import { type Known, timestamp } from '../scalars.ts';

/** A comment on an issue (RES-5). */
export const commentSchema = z.looseObject({
  id: z.string(),
  content: z.string(),
  authorName: z.string(),
  createdAt: timestamp,
});

/** A comment on an issue (RES-5). */
export interface Comment extends Known<z.infer<typeof commentSchema>> {}
