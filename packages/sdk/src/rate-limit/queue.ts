/** What stands in a queue. */
export interface Queued<T> {
  /** Higher goes first. */
  readonly priority: number;
  isQueued: boolean;
  before: T | undefined;
  after: T | undefined;
}

/**
 * Highest priority first, then first come, first served; one that gives up leaves from the middle. A linked list,
 * because taking the first of an array or a `Set` costs more the longer it is.
 */
export class Queue<T extends Queued<T>> {
  #first: T | undefined;
  #last: T | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): T | undefined {
    return this.#first;
  }

  *[Symbol.iterator](): Generator<T, void> {
    for (let one = this.#first; one; one = one.after) yield one;
  }

  /** Adds one behind those of its priority; or before them, when it had its turn already. */
  add(one: T, isAgain: boolean): void {
    let before = this.#last;
    if (before && (isAgain || before.priority < one.priority)) {
      let after = this.#first;
      while (after && (after.priority > one.priority || (!isAgain && after.priority === one.priority))) {
        after = after.after;
      }
      before = after ? after.before : this.#last;
    }
    this.#put(one, before);
  }

  remove(one: T): void {
    if (!one.isQueued) return;
    one.isQueued = false;
    if (one.before) one.before.after = one.after;
    else this.#first = one.after;
    if (one.after) one.after.before = one.before;
    else this.#last = one.before;
    this.#size--;
  }

  #put(one: T, before: T | undefined): void {
    one.isQueued = true;
    one.before = before;
    one.after = before ? before.after : this.#first;
    if (one.after) one.after.before = one;
    else this.#last = one;
    if (before) before.after = one;
    else this.#first = one;
    this.#size++;
  }
}
