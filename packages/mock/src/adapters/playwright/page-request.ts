import type { Request as HeldRequest } from 'playwright-core';
import type { WireRequest } from '../../platform/http/wire.ts';

interface PageRequestOptions {
  /** Below the base URL. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/** A request that Playwright holds, as the pipeline reads it. */
export class PageRequest implements WireRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly signal: AbortSignal;
  readonly #held: HeldRequest;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(held: HeldRequest, { path, signal }: PageRequestOptions) {
    this.method = held.method();
    this.path = path;
    this.search = new URL(held.url()).search.slice(1);
    this.signal = signal;
    this.#held = held;
    this.#headers = held.headers();
  }

  header(name: string): string | null {
    return this.#headers[name] ?? null;
  }

  headers(): Readonly<Record<string, string>> {
    return this.#headers;
  }

  async body(limit: number): Promise<Uint8Array | 'too-large'> {
    const body = this.#held.postDataBuffer() ?? new Uint8Array();
    return body.length > limit ? 'too-large' : body;
  }

  asRequest(): Request {
    return new Request(this.#held.url(), { method: this.method, headers: this.#headers });
  }
}
