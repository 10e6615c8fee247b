import * as z from 'zod/mini';
import { nonEssential, type ShapeOf, timestamp } from '../scalars.ts';

// The specification names no unit of `duration` (GAP-2).
/** A network request captured with an issue. */
export interface NetworkLog {
  /** HTTP method of the captured request. */
  method: string;
  /** Address of the captured request. */
  url: string;
  /**
   * HTTP status of the response to the captured request. A service may leave it out or send `null` for a request without a
   * response, which the client reports as drift and the OpenAPI document allows.
   */
  status: number;
  /** Duration of the captured request. The specification leaves the unit open. */
  duration: number;
  /** When it was sent: UTC, ISO 8601. */
  timestamp: string;
}

/** A network request captured with an issue. */
// enforces RES-7
export const networkLogSchema = z.looseObject({
  method: z.string(),
  url: z.string(),
  // A request without a response has none.
  status: nonEssential(z.number()),
  duration: z.number(),
  timestamp,
} satisfies ShapeOf<NetworkLog>);
