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

/** What a success delivers. */
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
