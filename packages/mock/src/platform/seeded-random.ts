/** Generates pseudo-random numbers from 0 to 1 from a seed (mulberry32). */
export class SeededRandom {
  /** Position in the sequence. Restore it to repeat the numbers. */
  state: number;

  constructor(seed: number) {
    this.state = Math.trunc(seed) | 0;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  }
}
