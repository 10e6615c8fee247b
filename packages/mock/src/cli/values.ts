/** Accepts plain decimal digits within a range: `Number('0x10')` and `Number('')` are numbers too. */
export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER): (value: string) => boolean {
  return (value) => /^(0|[1-9]\d*)$/.test(value) && Number(value) >= min && Number(value) <= max;
}
