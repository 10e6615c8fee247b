import type { WireRequest } from '../../http/exchange.ts';
import { readStream } from '../../http/read-stream.ts';

/** Where a request goes, below the base URL. */
export interface Place {
  readonly path: string;
  readonly search: string;
}

/** A `Request` as the core reads it. */
export class FetchRequest implements WireRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly signal: AbortSignal | undefined;
  readonly #request: Request;
  readonly #sourceOf: ((request: Request) => string) | undefined;

  constructor(request: Request, { path, search }: Place, sourceOf?: (request: Request) => string) {
    this.method = request.method;
    this.path = path;
    this.search = search;
    this.signal = request.signal;
    this.#request = request;
    this.#sourceOf = sourceOf;
  }

  header(name: string): string | null {
    return this.#request.headers.get(name);
  }

  body(limit: number): Promise<Uint8Array | 'too-large'> {
    return readStream(this.#request.body, limit);
  }

  source(): string | undefined {
    return this.#sourceOf?.(this.#request);
  }
}
