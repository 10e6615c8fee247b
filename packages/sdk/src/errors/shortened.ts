/** Maximum length of a text in a message. */
const longestText = 1000;

/** Returns a foreign text without secrets, in one line, at most this long. */
export function shortened(text: string, redact: (text: string) => string, longest = longestText): string {
  // Cut first: the rest of a secret that was cut in two is hidden too, and a text of any length costs little.
  return oneLine(redact(text.slice(0, longest))).slice(0, longest);
}

/**
 * Returns a foreign text that is safe to print: a control character could clear a terminal, a line break could forge a log
 * line, and bidirectional marks could reorder the text around them.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ');
}
