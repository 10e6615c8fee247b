import type { Behavior } from '../behavior/behavior.ts';
import type { MockService } from '../service.ts';
import { type CapturedEntry, isSameTime } from './entry-order.ts';

interface ListInput<T> {
  readonly items: readonly T[];
  readonly behavior: Behavior;
  readonly service: Pick<MockService, 'tieRotation'>;
}

/** Applies the behavior options `ties` and `listCap` to a list without pages (GAP-50, GAP-52). */
export function presentList<T extends CapturedEntry>({ items, behavior, service }: ListInput<T>): T[] {
  return [...capped(rotateTies({ items, behavior, service }, isSameTime), behavior.listCap)];
}

/** Rotates equal neighbours if `ties` is `unstable` (GAP-52). */
export function rotateTies<T>(
  { items, behavior, service }: ListInput<T>,
  isSame: (a: T, b: T) => boolean,
): readonly T[] {
  return behavior.ties === 'stable' ? items : rotateEqualRuns(items, isSame, service.tieRotation.count++);
}

/** Rotates each run of equal neighbours by `turn` positions, so that successive responses differ (GAP-52). */
export function rotateEqualRuns<T>(items: readonly T[], isSame: (a: T, b: T) => boolean, turn: number): T[] {
  const turned: T[] = [];
  let run: T[] = [];
  const end = () => turned.push(...run.splice(turn % (run.length || 1)), ...run);
  for (const item of items) {
    const [first] = run;
    if (first !== undefined && !isSame(first, item)) {
      end();
      run = [];
    }
    run.push(item);
  }
  end();
  return turned;
}

/** Returns the part of a list that `listCap` allows (GAP-50). */
function capped<T>(items: readonly T[], cap: Behavior['listCap']): readonly T[] {
  if (cap === false) return items;
  return 'first' in cap ? items.slice(0, cap.first) : items.slice(-cap.last);
}
