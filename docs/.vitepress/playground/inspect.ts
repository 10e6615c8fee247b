/** Formats a value as Node's `console.log` does, for the types of values that the snippets print. */
export function inspect(value: unknown, depth = 0): string {
  if (typeof value === 'string') return depth === 0 ? value : quote(value);
  if (typeof value === 'function') return `[Function: ${value.name || '(anonymous)'}]`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error)
    return value.stack?.startsWith(value.name) ? value.stack : `${value.name}: ${value.message}`;
  if (value instanceof Date) return value.toISOString();
  if (depth > 3) return Array.isArray(value) ? '[Array]' : '[Object]';
  if (Array.isArray(value))
    return list(
      '[',
      value.map((item) => inspect(item, depth + 1)),
      ']',
      depth,
    );
  if (value instanceof Map)
    return list(
      `Map(${value.size}) {`,
      [...value].map(([key, item]) => `${inspect(key, depth + 1)} => ${inspect(item, depth + 1)}`),
      '}',
      depth,
    );
  if (value instanceof Set)
    return list(
      `Set(${value.size}) {`,
      [...value].map((item) => inspect(item, depth + 1)),
      '}',
      depth,
    );
  const fields = Object.entries(value).map(
    ([name, item]) => `${/^[\w$]+$/.test(name) ? name : quote(name)}: ${inspect(item, depth + 1)}`,
  );
  const { name = '' } = Object.getPrototypeOf(value)?.constructor ?? { name: '[Object: null prototype]' };
  return list(name === 'Object' ? '{' : `${name} {`, fields, '}', depth);
}

/** Formats items on one line if they fit, by Node's rule for 80 characters. */
function list(open: string, items: string[], close: string, depth: number): string {
  if (items.length === 0) return `${open}${close}`;
  const line = items.join(', ');
  const measure = items.join('').length + 2 * items.length + 2 * depth + open.length + 10;
  if (measure <= 80 && !line.includes('\n')) return `${open} ${line} ${close}`;
  const indent = '  '.repeat(depth + 1);
  return `${open}\n${items.map((item) => indent + item).join(',\n')}\n${'  '.repeat(depth)}${close}`;
}

function quote(text: string): string {
  const mark = text.includes("'") ? (text.includes('"') ? '`' : '"') : "'";
  return mark + text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n') + mark;
}
