/** Returns a list of any value, empty if it has none. */
export function elements(owner: unknown, member: string): readonly unknown[] {
  const array = memberOf(owner, member);
  return Array.isArray(array) ? array : [];
}

/** Returns a member of any value. */
export function memberOf(owner: unknown, member: string): unknown {
  return typeof owner === 'object' && owner !== null ? Reflect.get(owner, member) : undefined;
}
