import { compile } from '#compile';
import type { Shape } from './shape.ts';

/** Says whether a value has a shape, and nothing else. */
export type QuickCheck = (value: unknown) => boolean;

const checks = { right: new WeakMap<Shape, QuickCheck>(), known: new WeakMap<Shape, QuickCheck>() };
const unableToTell: QuickCheck = () => false;

/**
 * Whether a quick look shows that a value has a shape, and with `known` also that nothing in it is unknown. If not, the
 * walker looks again and says why.
 */
export function looksRight(shape: Shape, value: unknown, level: keyof typeof checks): boolean {
  let check = checks[level].get(shape);
  if (!check) {
    check = compile(shape, level === 'known') ?? unableToTell;
    checks[level].set(shape, check);
  }
  return check(value);
}
