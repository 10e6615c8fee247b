import * as z from 'zod/mini';
import type { UserActionType } from '../enumerations.ts';
import { type Known, type Schema, timestamp } from '../scalars.ts';

/** Something the reporter did before reporting (RES-10). */
export const userActionSchema = z.looseObject({
  /** `click`, `input`, `navigation` or a kind not yet named (GAP-3). */
  type: z.string() as unknown as Schema<UserActionType>,
  /** Selector of the element acted on. */
  target: z.string(),
  /** Only some actions carry it, a click's label for example. */
  text: z.optional(z.string()),
  timestamp,
});

/** Something the reporter did before reporting (RES-10). */
export interface UserAction extends Known<z.infer<typeof userActionSchema>> {}
