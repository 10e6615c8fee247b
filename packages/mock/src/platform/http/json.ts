declare const encodes: unique symbol;

/**
 * Encoded JSON, typed by its value, so that the compiler checks handlers' responses. Bytes, not text: encoding the same records
 * for each response took half of the time of a list.
 */
export type Json<T> = Uint8Array<ArrayBuffer> & { readonly [encodes]: T };

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Encodes a text as UTF-8. */
export function encoded(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Decodes a body. Invalid UTF-8 becomes replacement characters. */
export function decoded(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function json<T>(value: T): Json<T> {
  // The cast is safe because JSON.stringify returns `undefined` only for functions and symbols, which records never are.
  return encoded(JSON.stringify(value)) as Json<T>;
}

/** Returns `{"data": […]}` (GEN-5), with further members. */
export function jsonList<T, Rest extends object>(items: readonly Json<T>[], rest: Rest): Json<{ data: T[] } & Rest> {
  // enforces GEN-5
  const before = encoded('{"data":[');
  const after = encoded(`],${JSON.stringify(rest).slice(1)}`);
  const commas = Math.max(0, items.length - 1);
  const bytes = new Uint8Array(
    items.reduce((length, item) => length + item.length, before.length + commas + after.length),
  );
  bytes.set(before);
  let at = before.length;
  for (const [index, item] of items.entries()) {
    if (index > 0) bytes[at++] = comma;
    bytes.set(item, at);
    at += item.length;
  }
  bytes.set(after, at);
  return bytes as Json<{ data: T[] } & Rest>;
}

const comma = 0x2c;
