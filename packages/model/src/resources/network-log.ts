import * as z from 'zod/mini';
import { type Known, timestamp } from '../scalars.ts';

/** A network request captured with an issue (RES-7). */
export const networkLogSchema = z.looseObject({
  /** HTTP method of the captured request. */
  method: z.string(),
  url: z.string(),
  /** HTTP status the captured request was answered with. */
  status: z.number(),
  /** How long the captured request took; the specification gives no unit (GAP-2). */
  duration: z.number(),
  timestamp,
});

/** A network request captured with an issue (RES-7). */
export interface NetworkLog extends Known<z.infer<typeof networkLogSchema>> {}
