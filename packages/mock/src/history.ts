import type { Changes } from './changes.ts';
import {
  type Change,
  type Deed,
  end,
  idOf,
  isEmpty,
  type Loop,
  type MadeChange,
  type Origin,
  type Reversal,
  wordsOf,
} from './made-change.ts';
import { durationText } from './platform/clock/duration-text.ts';

/** The parts of a service that a history reads. */
interface Present {
  now(): number;
  /** Number of the last request. */
  requests(): number;
  readonly changes: Changes;
}

/** Maximum changes that are kept. Each keeps what it changed. */
const capacity = 100;
const byTest: Origin = { author: 'test' };
const replaced = 'The state was replaced since.';
/** Stands for a state that isn't kept. */
const unkept: Reversal = { isEmpty: false, check() {}, takeBack() {} };

/**
 * The last changes of records, faults, settings and clock that came from outside the API: by a test of the process, a panel, or
 * another caller of the control API. Each part of the state notes how to take back what it does, so that nothing is compared.
 */
export class History {
  readonly #present: Present;
  #made: MadeChange[] = [];
  #count = 0;
  #open: MadeChange | undefined;
  /** The last change that replaced a large part of the state. */
  #large: MadeChange | undefined;
  #origin = byTest;
  /** Who moves the clock, which ends later than it begins. */
  #mover = byTest;
  #isQuiet = false;

  constructor(present: Present) {
    this.#present = present;
  }

  /**
   * Makes a change, which must not await. Within another one, it is a part of that.
   *
   * @param run Makes it, and returns what it made: a list counts as many.
   * @param deed Returns what was done.
   * @param loop The loop that the change may be part of. Without one, it stays alone.
   */
  make<Result>(method: string, run: () => Result, deed: (result: Result) => Deed, loop?: Loop): Result {
    if (this.#open || this.#isQuiet) return run();
    const last = this.#made.at(-1);
    const change = last && loop && this.#continues(last, method, loop) ? last : this.#begun(method, loop);
    this.#open = change;
    try {
      const result = run();
      if (change.end === undefined && isEmpty(change)) return result;
      change.deed = () => deed(result);
      const results = Array.isArray(result) ? result : [result];
      for (const each of results) change.results.add(each);
      change.count += results.length;
      this.#origin.made = change;
      if (change !== last) this.#keep(change);
      this.#present.changes.notify('changes');
      return result;
    } finally {
      this.#open = undefined;
    }
  }

  /** Whether a change is being made, of which each part of the state notes what it does. */
  get isOpen(): boolean {
    return this.#open !== undefined && !this.#isQuiet;
  }

  /** Returns how the change that is being made is taken back in a part of the state; `undefined` if none is. */
  part<Part extends Reversal>(owner: object, create: () => Part): Part | undefined {
    if (!this.#open || this.#isQuiet) return undefined;
    // An owner always has the same kind of part.
    const part = (this.#open.parts.get(owner) as Part | undefined) ?? create();
    this.#open.parts.set(owner, part);
    return part;
  }

  /**
   * Replaces a large part of the state, or all of it. Only the last such change can be taken back, and none by a test: that has
   * `snapshot()`, and a state that is kept for nobody would slow each `reset()` down.
   */
  replace(owner: object, isWhole: boolean, create: () => Reversal, run: () => void): void {
    const change = this.#isQuiet ? undefined : this.#open;
    const isKept = change?.origin !== byTest;
    if (change) change.parts.set(owner, isKept ? create() : unkept);
    this.quietly(run);
    if (!change) return;
    if (this.#large) end(this.#large, replaced);
    // Changes before a state that is not kept can't be taken back either.
    const gone = isKept ? this.#made.findLastIndex((each) => each.isWhole) + 1 : this.#made.length;
    if (isWhole) for (const each of this.#made.slice(0, gone)) end(each, replaced);
    if (!isKept) end(change, 'It was made by a test, which has snapshot() and restore().');
    change.isWhole = isWhole;
    this.#large = change;
  }

  /** Does something that is no change. */
  quietly<Result>(run: () => Result): Result {
    const isQuiet = this.#isQuiet;
    this.#isQuiet = true;
    try {
      return run();
    } finally {
      this.#isQuiet = isQuiet;
    }
  }

  /** Makes changes in the name of a caller. */
  as<Result>(origin: Origin, run: () => Result): Result {
    const before = this.#origin;
    this.#origin = origin;
    try {
      return run();
    } finally {
      this.#origin = before;
    }
  }

  /** Moves the clock in the name of the present caller. */
  async moving(move: () => Promise<void>): Promise<void> {
    this.#mover = this.#origin;
    try {
      await move();
    } finally {
      this.#mover = byTest;
    }
  }

  /** Notes that the clock was moved. */
  moved(by: number, clock: { now(): number; jump(to: number): void }): void {
    if (by === 0 || this.#open || this.#isQuiet) return;
    const move = () => {
      const part = this.part(clock, () => new ClockMove(clock));
      if (part) part.by += by;
      return part?.by ?? by;
    };
    const words = (sum: number) => `Moved the clock ${sum < 0 ? 'back' : 'ahead'} by ${durationText(Math.abs(sum))}`;
    const deed = (sum: number): Deed => ({ words: () => words(sum) });
    this.as(this.#mover, () => this.make(by < 0 ? 'clock.set' : 'clock.advance', move, deed, { does: 'move' }));
  }

  /** Returns the last changes, oldest first. */
  all(): Change[] {
    return this.#made.map((change) => {
      const { number, at, method, origin, count, parts } = change;
      const { subject } = change.deed();
      return {
        number,
        id: parts.size > 0 ? idOf(change) : null,
        at,
        words: wordsOf(change),
        author: origin.author,
        method,
        ...(subject !== undefined && count === 1 && { subject }),
        count,
        after: change.end === 'done' ? change.before : change.after,
        undo: change.end ?? this.#obstacle(change) ?? 'possible',
      };
    });
  }

  /** Takes a change back, once, and leaves all others. @throws TypeError that says what stands in the way. */
  undo(id: string): void {
    const change = this.#made.find((each) => idOf(each) === id);
    if (!change || change.end === 'done')
      throw new TypeError(`There is no change "${id}" to undo: only the last ${capacity} are kept, each once.`);
    const obstacle = change.end ?? this.#obstacle(change);
    if (obstacle !== undefined) throw new TypeError(`It can't be undone. ${obstacle}`);
    this.quietly(() => {
      for (const part of [...change.parts.values()].reverse()) part.takeBack();
    });
    end(change, 'done');
    this.#present.changes.notify('changes');
  }

  /** Returns what stands in the way of taking a change back. */
  #obstacle(change: MadeChange): string | undefined {
    const parts = [...change.parts.values()];
    const later = this.#made.slice(this.#made.indexOf(change) + 1).find((each) => each.end !== 'done');
    if (later && change.isWhole) return `Undo first what was done since: ${wordsOf(later)}.`;
    try {
      for (const part of parts) part.check();
      return undefined;
    } catch (error) {
      if (error instanceof TypeError) return error.message;
      throw error;
    }
  }

  #continues(last: MadeChange, method: string, { does, to = [] }: Loop): boolean {
    const { author, label, isApart } = this.#origin;
    if (isApart || last.origin.isApart || last.end !== undefined || last === this.#large) return false;
    const isSame =
      last.method === method && last.does === does && last.origin.author === author && last.origin.label === label;
    if (!isSame || to.some((each) => last.results.has(each))) return false;
    return last.after === this.#present.requests();
  }

  #begun(method: string, loop: Loop | undefined): MadeChange {
    const start = { isWhole: false, number: 0, at: 0, after: 0, count: 0, deed: () => ({ words: () => '' }) };
    const own = { results: new Set<unknown>(), parts: new Map() };
    return { ...start, ...own, method, does: loop?.does, origin: this.#origin, before: this.#present.requests() };
  }

  #keep(change: MadeChange): void {
    change.number = ++this.#count;
    change.at = this.#present.now();
    change.after = this.#present.requests();
    this.#made.push(change);
    if (this.#made.length > capacity) this.#made.shift();
  }
}

/** A move of the clock. */
class ClockMove implements Reversal {
  by = 0;
  readonly isEmpty = false;
  readonly #clock: { now(): number; jump(to: number): void };

  constructor(clock: { now(): number; jump(to: number): void }) {
    this.#clock = clock;
  }

  check(): void {}

  takeBack(): void {
    this.#clock.jump(this.#clock.now() - this.by);
  }
}
