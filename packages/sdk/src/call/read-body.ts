/**
 * The most of a body that is read, in bytes after decompression. No answer of this API comes near it; it keeps a
 * broken or hostile one from filling the memory.
 */
const maxBodyBytes = 32 * 1024 * 1024;

const whole = new TextDecoder();

/**
 * A response's text, or `undefined` when it is too large. Read here and not by `response.text()`, which has no limit.
 * Ends early once the signal has aborted, also when a custom `fetch` ignores it.
 *
 * @throws whatever breaks the body off: a lost connection, or bytes that don't decompress.
 */
export async function readBody(
  response: Response,
  signal: AbortSignal,
  maxBytes: number = maxBodyBytes,
): Promise<string | undefined> {
  // Where bodies are no streams, or another kind than the platform's.
  if (!response.body?.getReader) return response.text();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return textOf(chunks);
    bytes += value.byteLength;
    if (bytes > maxBytes || signal.aborted) {
      cancel(reader);
      return undefined;
    }
    chunks.push(value);
  }
}

function textOf(chunks: readonly Uint8Array[]): string {
  const [first, ...more] = chunks;
  // Most answers come in one piece, and a decoder of its own for each costs more than the decoding.
  if (more.length === 0) return whole.decode(first);
  const decoder = new TextDecoder();
  let text = '';
  for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** Lets go of a body nobody will read, so that its connection is freed. */
export function discardBody(response: Response): void {
  if (response.body && !response.body.locked) cancel(response.body);
}

function cancel(body: ReadableStream | ReadableStreamDefaultReader): void {
  body.cancel().catch(() => {
    // It broke by itself first.
  });
}
