export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the least value: other load on the machine only adds. */
export function least(values: readonly number[]): number {
  return Math.min(...values);
}

/** Returns the value below which `share` of the values lie, interpolated; `NaN` without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** Returns half the interquartile range, as a share of the median. */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values);
}

/** Returns a seeded source of numbers in [0, 1), so that all contenders have the same latencies. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function micros(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)} µs`;
}

export function millis(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
}

export function times(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)}×`;
}

export function percent(share: number): string {
  return `±${(share * 100).toFixed(0)} %`;
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
