import * as z from 'zod/mini';
import type { UserActionType } from '../enumerations.ts';
import { type ShapeOf, timestamp } from '../scalars.ts';

/** An action of the reporter before reporting. */
export interface UserAction {
  /** `click`, `input`, `navigation`, or a kind not yet named. */
  type: UserActionType;
  /** Selector of the element acted on. */
  target: string;
  /** Only some actions have it: the label that was clicked, for example. */
  text?: string | undefined;
  /** When it was done: UTC, ISO 8601. */
  timestamp: string;
}

/** An action of the reporter before reporting. */
// enforces RES-10
export const userActionSchema = z.looseObject({
  // Any text: the kinds are an open set (GAP-3).
  type: z.string(),
  target: z.string(),
  text: z.optional(z.string()),
  timestamp,
} satisfies ShapeOf<UserAction>);
