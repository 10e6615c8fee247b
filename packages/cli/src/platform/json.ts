import { isDeepStrictEqual } from 'node:util';

/** A JSON object, of which nothing more is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an empty one where there is none. */
function toObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The objects in a list. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Returns the `data` of a success. */
export function dataOf({ json }: { readonly json: unknown }): unknown {
  return toObject(json)['data'];
}

/** The members of what a success delivers. */
export function itemOf(exchange: { readonly json: unknown }): JsonObject {
  return toObject(dataOf(exchange));
}

/** The entries of the list that a success delivers. */
export function entriesOf(exchange: { readonly json: unknown }): JsonObject[] {
  return objectsIn(dataOf(exchange));
}

/** A member beside `data`, such as `total`. */
export function envelopeMember({ json }: { readonly json: unknown }, name: string): unknown {
  return toObject(json)[name];
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The deepest that objects and lists of this API are nested, with room for what is added to it. */
const maxDepth = 64;

/** Whether a value is nested deeper than anything that can be walked through safely. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/** The same value with each of its texts changed, the names of members too. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapStrings(entry, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), mapStrings(member, change)]));
}

/** Whether two values are the same JSON, in whatever order their members are. */
export function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}
