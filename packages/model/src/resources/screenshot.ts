import * as z from 'zod/mini';
import { type ShapeOf, timestamp } from '../scalars.ts';

/** A picture captured with an issue. */
export interface Screenshot {
  /** Identifier. */
  id: string;
  /** Address of the image, on a file host that is not the API. */
  url: string;
  /** In pixels. */
  width: number;
  /** In pixels. */
  height: number;
  /** When it was taken: UTC, ISO 8601. */
  createdAt: string;
}

/** A picture captured with an issue. */
// enforces RES-8
export const screenshotSchema = z.looseObject({
  id: z.string(),
  url: z.string(),
  width: z.number(),
  height: z.number(),
  createdAt: timestamp,
} satisfies ShapeOf<Screenshot>);
