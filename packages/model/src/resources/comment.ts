import * as z from 'zod/mini';
import { timestamp } from '../scalars.ts';

// RES-5
/** A comment on an issue. */
export interface Comment {
  id: string;
  content: string;
  authorName: string;
  /** UTC, ISO 8601. */
  createdAt: string;
}

/** A comment on an issue. */
export const commentSchema = z.looseObject({
  id: z.string(),
  content: z.string(),
  authorName: z.string(),
  createdAt: timestamp,
});
