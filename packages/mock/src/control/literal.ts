/** Returns a JSON value as JavaScript in the style of this repository. */
export function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const texts = members.map(
    ([name, member]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name)}: ${literal(member)}`,
  );
  return texts.length > 0 ? `{ ${texts.join(', ')} }` : '{}';
}
