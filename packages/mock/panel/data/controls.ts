import type { Schema } from '../state/live.ts';

/** The controls for values, by their schema. */
export type Control = 'select' | 'flag' | 'number' | 'flags' | 'words' | 'date' | 'long' | 'text' | 'json';

/** Returns the schema of a value that is there: that beside `null`. */
export function present(schema: Schema): Schema {
  const other = schema.anyOf?.find(({ type }) => type !== 'null');
  if (other) return other;
  return Array.isArray(schema.type) ? { ...schema, type: schema.type.find((type) => type !== 'null') } : schema;
}

export function isNullable({ anyOf, type }: Schema): boolean {
  return anyOf?.some((each) => each.type === 'null') === true || (Array.isArray(type) && type.includes('null'));
}

export function controlOf(schema: Schema, name: string): Control {
  const { type, enum: choices, items, format } = present(schema);
  if (choices) return 'select';
  if (type === 'boolean') return 'flag';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'array' && items?.enum) return 'flags';
  if (type === 'array' && items?.type === 'string') return 'words';
  if (format === 'date-time') return 'date';
  if (type === 'string') return /^(?:description|content|message)$/.test(name) ? 'long' : 'text';
  return 'json';
}

/** Returns a value as its control shows it. */
export function textOf(control: Control, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (control === 'words' && Array.isArray(value)) return value.join(', ');
  return control === 'json' || typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** Returns the value of a typed text. @throws SyntaxError for a text that is no JSON where it must be. */
export function parsed(control: Control, text: string): unknown {
  if (control === 'number') return Number(text);
  if (control === 'json') return JSON.parse(text);
  if (control !== 'words') return text;
  return text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}
