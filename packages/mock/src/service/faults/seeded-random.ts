/** Numbers from 0 to 1 that look random and are the same for the same seed (mulberry32). */
export class SeededRandom {
  /** How far it has come: set it back to have the same numbers again. */
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
