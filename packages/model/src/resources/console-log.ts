import * as z from 'zod/mini';
import { type ConsoleLevel, consoleLevels } from '../enumerations.ts';
import { openEnum, timestamp } from '../scalars.ts';

// RES-6
/** A console message captured with an issue. */
export interface ConsoleLog {
  level: ConsoleLevel;
  message: string;
  /** Script location, `<url>:<line>:<column>`. */
  source: string;
  /** UTC, ISO 8601. */
  timestamp: string;
}

/** A console message captured with an issue. */
export const consoleLogSchema = z.looseObject({
  level: openEnum(consoleLevels),
  message: z.string(),
  source: z.string(),
  timestamp,
});
