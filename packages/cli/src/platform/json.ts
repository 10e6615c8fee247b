import { isDeepStrictEqual } from 'node:util';

/** A JSON object of unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object, or an empty one for any other value. */
function toObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns the objects in a list. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Returns the `data` of a success. */
export function dataOf({ json }: { readonly json: unknown }): unknown {
  return toObject(json)['data'];
}

/** Returns the `data` of a success as an object. */
export function itemOf(exchange: { readonly json: unknown }): JsonObject {
  return toObject(dataOf(exchange));
}

/** Returns the entries of a success with a list. */
export function entriesOf(exchange: { readonly json: unknown }): JsonObject[] {
  return objectsIn(dataOf(exchange));
}

/** Returns a member beside `data`, such as `total`. */
export function envelopeMember({ json }: { readonly json: unknown }, name: string): unknown {
  return toObject(json)[name];
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Maximum depth of nested JSON, far above that of this API. */
const maxDepth = 64;

/** Whether a value is nested too deep for recursive functions. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/** Returns the value with all its strings changed, names of members included. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapStrings(entry, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), mapStrings(member, change)]));
}

/** Whether two JSON values are equal, in any order of members. */
export function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}
