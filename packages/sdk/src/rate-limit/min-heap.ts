/** Numbers, of which the smallest can be taken: each operation costs the logarithm of how many there are. */
export class MinHeap {
  readonly #numbers: number[] = [];

  get size(): number {
    return this.#numbers.length;
  }

  /** `Infinity` when there is none. */
  get min(): number {
    return this.#at(0);
  }

  add(number: number): void {
    let place = this.#numbers.push(number) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#at(parent) <= number) break;
      this.#numbers[place] = this.#at(parent);
      place = parent;
    }
    this.#numbers[place] = number;
  }

  removeMin(): void {
    const last = this.#numbers.pop();
    if (last === undefined || this.#numbers.length === 0) return;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const child = this.#at(left + 1) < this.#at(left) ? left + 1 : left;
      if (this.#at(child) >= last) break;
      this.#numbers[place] = this.#at(child);
      place = child;
    }
    this.#numbers[place] = last;
  }

  #at(place: number): number {
    return this.#numbers[place] ?? Number.POSITIVE_INFINITY;
  }
}
