/**
 * The most of a body that is read, in bytes after decompression. No answer of this API comes near it; it keeps a
 * broken or hostile one from filling the memory.
 */
const maxBodyBytes = 32 * 1024 * 1024;
/** A chunk costs as much, however few bytes are in it: a body of empty ones must have an end too. */
const leastOfChunk = 256;

/**
 * The bytes of a body, or `undefined` when it is too large. `response.text()` has no limit.
 *
 * @throws whatever breaks the body off: a lost connection, or bytes that don't decompress.
 */
export async function readBody(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array[] | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    if (!ArrayBuffer.isView(value)) throw new TypeError('the body is not made of bytes');
    bytes += Math.max(value.byteLength, leastOfChunk);
    if (bytes > maxBodyBytes) {
      cancel(reader);
      return undefined;
    }
    chunks.push(value);
  }
}

/** Cancels a body that will not be read, so that its connection is freed. */
export async function cancel(body: ReadableStream | ReadableStreamDefaultReader): Promise<void> {
  try {
    await body.cancel();
  } catch {
    // It broke by itself first.
  }
}
