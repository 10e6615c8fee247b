/** Reads a body, up to the first byte past `limit`. */
export async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array | 'too-large'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // A reader and not `for await`: Safari's streams can't be iterated.
  const reader = stream?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    size += read.value.length;
    if (size > limit) {
      // Not awaited: where the request was cloned, it would end only when the clone is read.
      reader?.cancel().catch(() => {});
      return 'too-large';
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
