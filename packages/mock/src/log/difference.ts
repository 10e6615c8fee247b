/** An object of a test library that compares values itself, such as `expect.any(String)`. */
interface AsymmetricMatcher {
  asymmetricMatch(found: unknown): boolean;
}

/**
 * Describes the first difference between a wanted and a found value: `body.content is "Seen", not /Fixed/`. Returns `undefined` if
 * the values match. A found object may have further members, a found array no further entries. A regular expression matches a text
 * that contains a match.
 */
export function difference(wanted: unknown, found: unknown, place: string): string | undefined {
  if (wanted instanceof RegExp) {
    // Not `test`, which is stateful for global expressions.
    const isThere = typeof found === 'string' && found.search(wanted) >= 0;
    return isThere ? undefined : describe(place, found, String(wanted));
  }
  if (isAsymmetricMatcher(wanted))
    return wanted.asymmetricMatch(found) ? undefined : describe(place, found, shownText(wanted));
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found)) return describe(place, found, 'an array');
    if (wanted.length !== found.length) return `${place} has ${found.length} entries, not ${wanted.length}`;
    return first(wanted.map((entry, at) => () => difference(entry, found[at], `${place}[${at}]`)));
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof found !== 'object' || found === null) return describe(place, found, shownText(wanted));
    return first(
      Object.entries(wanted).map(
        ([name, member]) =>
          () =>
            difference(member, Object.hasOwn(found, name) ? Reflect.get(found, name) : undefined, `${place}.${name}`),
      ),
    );
  }
  return Object.is(wanted, found) ? undefined : describe(place, found, shownText(wanted));
}

function isAsymmetricMatcher(wanted: unknown): wanted is AsymmetricMatcher {
  return typeof wanted === 'object' && wanted !== null && 'asymmetricMatch' in wanted;
}

function first(comparisons: readonly (() => string | undefined)[]): string | undefined {
  for (const compare of comparisons) {
    const different = compare();
    if (different !== undefined) return different;
  }
  return undefined;
}

function describe(place: string, found: unknown, wanted: string): string {
  return found === undefined
    ? `${place} is missing, and must be ${wanted}`
    : `${place} is ${shownText(found)}, not ${wanted}`;
}

/** Returns a value for a message, shortened if it is long. */
function shownText(value: unknown): string {
  const text = isAsymmetricMatcher(value) ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
