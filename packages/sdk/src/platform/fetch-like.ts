/** The part of a response's headers that the client reads: any implementation's `Headers`, or an object with `get()` alone. */
export interface FetchedHeaders {
  get(name: string): string | null;
  [Symbol.iterator]?(): Iterator<[string, string]>;
}

/**
 * The platform's `fetch`, or one that is called like it: undici's, node-fetch, or a function around one of them.
 * Written out because each of them has a type of `Request` and `Response` of its own.
 */
export type FetchLike = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string | null;
    redirect: 'manual';
    signal: AbortSignal;
    cache?: 'no-store';
  },
) => Promise<{
  readonly status: number;
  readonly headers: {
    /** Ignores the letter case of the name; `null` when there is none. */
    get(name: string): string | null;
  };
  /** The whole body. */
  text(): Promise<string>;
}>;
