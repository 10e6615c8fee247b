import type { Paint } from './surroundings.ts';

/** A line for a request, for a person: method, path, status, time. */
export function requestLine(
  { method, path, status, ms }: { method: string; path: string; status: number | null; ms: number },
  paint: Paint,
): string {
  const shown = status === null ? 'no answer' : String(status);
  return `${method.padEnd(5)} ${printable(path)} ${paint(colour(status), shown)} ${paint('dim', `${ms} ms`)}`;
}

function colour(status: number | null): 'green' | 'cyan' | 'yellow' | 'red' {
  if (status === null || status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}

/** A path may hold bytes that would move a terminal's cursor. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (character) => encodeURIComponent(character));
}
