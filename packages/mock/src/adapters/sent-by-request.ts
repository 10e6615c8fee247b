import type { Sent } from '../platform/http/sent.ts';

/** Path and query of a request, below the base URL. */
export type Place = Pick<Sent, 'path' | 'search'>;

/** Returns a `Request` as the service reads it. */
export function sentByRequest(request: Request, place: Place): Sent {
  const { method, headers, signal } = request;
  return {
    method,
    ...place,
    headers: byLowerName(headers),
    signal,
    read: (limit) => readBody(request, limit),
  };
}

/** Returns headers by lower-case name: those of happy-dom keep the letter case. */
export function byLowerName(headers: Headers): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [name, value] of headers) sent[name.toLowerCase()] = value;
  return sent;
}

/** Reads a body up to `limit` bytes. */
async function readBody(request: Request, limit: number): Promise<Uint8Array | 'too-large'> {
  if (request.bodyUsed)
    throw new TypeError('The body was read before the mock: a handler before it must read that of request.clone()');
  const stream = request.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not `for await`: streams aren't iterable in Safari.
  const reader = stream?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    size += read.value.length;
    if (size > limit) {
      // Not awaited: for a cloned request, it settles only when the clone is read.
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
