import type { WireRequest } from '../../platform/http/sent.ts';

/** Path and query of a request, below the base URL. */
export interface RequestTarget {
  readonly path: string;
  readonly search: string;
}

/** A `Request` as the pipeline reads it. */
export class FetchRequest implements WireRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly signal: AbortSignal | undefined;
  readonly #request: Request;

  constructor(request: Request, { path, search }: RequestTarget) {
    this.method = request.method;
    this.path = path;
    this.search = search;
    this.signal = request.signal;
    this.#request = request;
  }

  header(name: string): string | null {
    return this.#request.headers.get(name);
  }

  headers(): Record<string, string> {
    return Object.fromEntries(this.#request.headers);
  }

  body(limit: number): Promise<Uint8Array | 'too-large'> {
    return readStream(this.#request.body, limit);
  }

  asRequest(): Request {
    return this.#request;
  }
}

/** Reads a body up to `limit` bytes. */
async function readStream(stream: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array | 'too-large'> {
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
