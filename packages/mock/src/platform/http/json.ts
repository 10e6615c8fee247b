declare const encodes: unique symbol;

/**
 * JSON as it goes over the wire, with the type of what it says, so that a handler's response is checked although parts of it
 * are joined bytes. Bytes and not text: to encode the same records for each response took half of a list's time.
 */
export type Json<T> = Uint8Array<ArrayBuffer> & { readonly [encodes]: T };

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A text in UTF-8. */
export function encoded(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** The text of a body; what isn't UTF-8 becomes replacement characters. */
export function decoded(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function json<T>(value: T): Json<T> {
  // JSON.stringify gives `undefined` only for what JSON can't say, and that is never a record of ours.
  return encoded(JSON.stringify(value)) as Json<T>;
}

/** `{"data": […]}` (GEN-5), with the members that stand beside it. */
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
