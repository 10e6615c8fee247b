/** More of a text than this is no help to anyone. */
const longestText = 1000;

/** A text from outside without secrets, in one line, and no longer than this. */
export function shortened(text: string, redact: (text: string) => string, longest = longestText): string {
  // Cut first: what is left of a secret that was cut in two is hidden too, and a text of any length is little work.
  return oneLine(redact(text.slice(0, longest))).slice(0, longest);
}

/**
 * A text from outside as it can be printed: a control character could clear a terminal, a line break could forge a
 * second line of a log, and marks of direction could turn round what stands beside them.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ');
}
