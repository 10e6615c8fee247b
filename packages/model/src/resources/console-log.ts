import * as z from 'zod/mini';
import { consoleLevels } from '../enumerations.ts';
import { type Known, openEnum, timestamp } from '../scalars.ts';

/** A console message captured with an issue (RES-6). */
export const consoleLogSchema = z.looseObject({
  level: openEnum(consoleLevels),
  message: z.string(),
  /** Script location, `<url>:<line>:<column>`. */
  source: z.string(),
  timestamp,
});

/** A console message captured with an issue (RES-6). */
export interface ConsoleLog extends Known<z.infer<typeof consoleLogSchema>> {}
