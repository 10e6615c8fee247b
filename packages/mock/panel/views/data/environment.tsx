/** @jsxImportSource preact */
import { Empty } from '../../parts/empty.tsx';
import { Pairs } from '../../parts/pairs.tsx';
import { type RawRecord, text } from '../../state/read-record.ts';

const names: Readonly<Record<string, string>> = {
  browserInfo: 'Browser',
  osInfo: 'System',
  viewportSize: 'Viewport',
  cssSelector: 'Element',
  reactComponentTree: 'Components',
};

/** The captured context of an issue, with the styles of its element among the rest. */
export function Environment({ context: { elementStyles, ...context } }: { context: RawRecord }) {
  const styles = isObject(elementStyles) ? elementStyles : { elementStyles };
  const pairs = Object.entries({ ...context, ...styles })
    .map(([name, value]) => [names[name] ?? name, written(value)] as const)
    .filter(([, value]) => value !== '');
  return pairs.length === 0 ? <Empty title="No environment was captured" /> : <Pairs pairs={pairs} />;
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(' › ');
  if (!isObject(value)) return text(value);
  const { name, version, width, height } = value;
  if (name !== undefined) return [name, version].map(text).filter(Boolean).join(' ');
  return width === undefined ? text(value) : `${text(width)} × ${text(height)}`;
}

function isObject(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null;
}
