/** Accepts plain decimal digits within a range: `Number('0x10')` and `Number('')` are numbers too. */
export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER): (value: string) => boolean {
  return (value) => /^(0|[1-9]\d*)$/.test(value) && Number(value) >= min && Number(value) <= max;
}

/** Whether a text is an origin as browsers send it. */
export function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
}

/** Whether a text can be sent as a token in a header. */
export function isToken(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value);
}
