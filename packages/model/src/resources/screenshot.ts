import * as z from 'zod/mini';
import { type Known, timestamp } from '../scalars.ts';

/** A picture captured with an issue (RES-8). */
export const screenshotSchema = z.looseObject({
  id: z.string(),
  /** Address of the image, on a file host that is not the API. */
  url: z.string(),
  /** In pixels. */
  width: z.number(),
  /** In pixels. */
  height: z.number(),
  createdAt: timestamp,
});

/** A picture captured with an issue (RES-8). */
export interface Screenshot extends Known<z.infer<typeof screenshotSchema>> {}
