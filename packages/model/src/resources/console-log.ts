import * as z from 'zod/mini';
import { type ConsoleLevel, consoleLevels } from '../enumerations.ts';
import { openEnum, type ShapeOf, timestamp } from '../scalars.ts';

/** A console message captured with an issue. */
export interface ConsoleLog {
  /** Level of the console method. */
  level: ConsoleLevel;
  /** The printed text. */
  message: string;
  /** Place in a script: `<url>:<line>:<column>`. */
  source: string;
  /** When it was printed: UTC, ISO 8601. */
  timestamp: string;
}

/** A console message captured with an issue. */
// enforces RES-6
export const consoleLogSchema = z.looseObject({
  level: openEnum(consoleLevels),
  message: z.string(),
  source: z.string(),
  timestamp,
} satisfies ShapeOf<ConsoleLog>);
