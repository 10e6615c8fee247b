import * as z from 'zod/mini';
import { type ShapeOf, timestamp } from '../scalars.ts';

/** A comment on an issue. */
export interface Comment {
  /** Identifier. */
  id: string;
  /** The text. */
  content: string;
  /** Name of the author. */
  authorName: string;
  /** When it was written: UTC, ISO 8601. */
  createdAt: string;
}

/** A comment on an issue. */
// enforces RES-5
export const commentSchema = z.looseObject({
  id: z.string(),
  content: z.string(),
  authorName: z.string(),
  createdAt: timestamp,
} satisfies ShapeOf<Comment>);
