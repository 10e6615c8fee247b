import type { Redact } from './redact.ts';
import { oneLine } from './shortened.ts';

/** Returns a copy of response headers without secrets. A header whose name contains a secret is left out. */
export function redactedHeaders(headers: Headers | undefined, redact: Redact): Headers {
  const copy = new Headers();
  headers?.forEach((value, name) => {
    // `[redacted]` is no legal header name.
    if (redact(name) === name) copy.append(name, redact(value));
  });
  return copy;
}

/**
 * Returns a copy of an error that is safe to keep as `cause`: name, message, code and stack without secrets. The original
 * may hold the request with its headers, which `util.inspect` would print.
 */
export function redactedCause(cause: unknown, redact: Redact, depth = 4): Error | undefined {
  if (cause === undefined || cause === null || depth === 0) return undefined;
  const safe = (text: string) => oneLine(redact(text));
  try {
    if (typeof cause !== 'object') return new Error(safe(String(cause)));
    const { name, message, stack, code, cause: next } = cause as Partial<Error> & { code?: unknown };
    const inner = redactedCause(next, redact, depth - 1);
    // Any value can be thrown, and a field that is no string may fail to convert to one.
    const copy: Error & { code?: string } = new Error(isText(message) ? safe(message) : '', inner && { cause: inner });
    copy.name = isText(name) ? safe(name) : 'Error';
    // Keep only stack frames; the header repeats the message.
    if (isText(stack)) copy.stack = [`${copy.name}: ${copy.message}`, ...framesIn(redact(stack))].join('\n');
    if (isText(code)) copy.code = safe(code);
    return copy;
  } catch {
    return new Error('reading the thrown value failed');
  }
}

function framesIn(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at |@/.test(line))
    .map(oneLine);
}

const isText = (value: unknown): value is string => typeof value === 'string';
