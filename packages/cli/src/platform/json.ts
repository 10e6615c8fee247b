import { isDeepStrictEqual } from 'node:util';

/** A JSON object, of which nothing more is known. */
export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an empty one where there is none. */
function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}

/** The objects in a list. */
export function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

/** Returns the `data` of a success. */
export function dataOf({ json }: { readonly json: unknown }): unknown {
  return membersOf(json)['data'];
}

/** The members of what a success delivers. */
export function itemOf(exchange: { readonly json: unknown }): Members {
  return membersOf(dataOf(exchange));
}

/** The entries of the list that a success delivers. */
export function entriesOf(exchange: { readonly json: unknown }): Members[] {
  return listOf(dataOf(exchange));
}

/** A member beside `data`, such as `total`. */
export function besideData({ json }: { readonly json: unknown }, name: string): unknown {
  return membersOf(json)[name];
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The deepest that objects and lists of this API are nested, with room for what is added to it. */
const deepest = 64;

/** Whether a value is nested deeper than anything that can be walked through safely. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/** The same value with each of its texts changed, the names of members too. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), mapTexts(member, change)]));
}

/** Whether two values are the same JSON, in whatever order their members are. */
export function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}
