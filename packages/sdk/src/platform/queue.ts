/** A place in a {@link Queue}. */
export interface Place<T> {
  readonly item: T;
  before: Place<T> | undefined;
  after: Place<T> | undefined;
}

/**
 * First in, first out; whoever gives up leaves from the middle. Each step costs the same at any length, which taking
 * the first of an array or a `Set` does not.
 */
export class Queue<T> {
  #first: Place<T> | undefined;
  #last: Place<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): T | undefined {
    return this.#first?.item;
  }

  add(item: T): Place<T> {
    const place: Place<T> = { item, before: this.#last, after: undefined };
    if (this.#last) this.#last.after = place;
    else this.#first = place;
    this.#last = place;
    this.#size++;
    return place;
  }

  /** For a place that is still taken. */
  remove(place: Place<T>): void {
    if (place.before) place.before.after = place.after;
    else this.#first = place.after;
    if (place.after) place.after.before = place.before;
    else this.#last = place.before;
    this.#size--;
  }

  /** First to last; the one at hand may be removed. */
  *[Symbol.iterator](): Generator<T, void> {
    for (let place = this.#first; place; place = place.after) yield place.item;
  }
}
