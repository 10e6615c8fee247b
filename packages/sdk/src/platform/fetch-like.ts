/** What the client gives to a `fetch`. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string | null;
  redirect: 'manual';
  signal: AbortSignal;
  cache?: 'no-store';
}

/** What the client reads of an answer's headers. */
export interface FetchHeaders {
  /** The value of a header, whatever its letter case; `null` when there is none. */
  get(name: string): string | null;
}

/** What the client reads of an answer: a `Response` of any implementation has it. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: FetchHeaders;
  /** The whole body. */
  text(): Promise<string>;
}

/**
 * The platform's `fetch`, or one that is called like it: undici's, node-fetch, or a function around one of them.
 * Written out because each of them has a type of `Request` and `Response` of its own.
 */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>;
