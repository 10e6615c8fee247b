import type { QuickCheck } from './quick-check.ts';
import type { Shape } from './shape.ts';

/**
 * No quick check. This is the module of browsers and other places where each byte counts, or where a program may not
 * make code: there the walker does it all.
 */
export function compile(_shape: Shape, _exactly: boolean): QuickCheck | undefined {
  return undefined;
}
