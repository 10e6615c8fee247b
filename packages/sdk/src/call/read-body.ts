/**
 * The most of a body that is read, in bytes after decompression. No answer of this API comes near it; it keeps a
 * broken or hostile one from filling the memory.
 */
export const maxBodyBytes = 32 * 1024 * 1024;

/**
 * A response's text, or `undefined` when it is too large. An abort cuts it short. Read here and not by `response.text()`, which has no limit.
 *
 * @throws whatever breaks the body off: a lost connection, or bytes that don't decompress.
 */
export async function readBody(
  response: Response,
  signal: AbortSignal,
  maxBytes: number = maxBodyBytes,
): Promise<string | undefined> {
  if (!response.body) return response.text();
  const reader = response.body.getReader();
  // A custom `fetch` may ignore its signal.
  signal.addEventListener('abort', () => cancel(reader));
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      cancel(reader);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
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
