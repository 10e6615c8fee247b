import * as z from 'zod/mini';
import type { Known } from '../scalars.ts';

/** The browser, page element and component an issue was reported on (RES-9). */
export const techContextSchema = z.looseObject({
  browserInfo: z.looseObject({ name: z.string(), version: z.string() }),
  osInfo: z.looseObject({ name: z.string(), version: z.string() }),
  /** In pixels. */
  viewportSize: z.looseObject({ width: z.number(), height: z.number() }),
  /** Selector of the affected element. */
  cssSelector: z.string(),
  /** Style property name to value. */
  elementStyles: z.record(z.string(), z.string()),
  /** Component paths, each joined with `>`. */
  reactComponentTree: z.array(z.string()),
});

/** The browser, page element and component an issue was reported on (RES-9). */
export interface TechContext extends Known<z.infer<typeof techContextSchema>> {}
