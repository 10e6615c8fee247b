import type { Endpoint } from '@issue-tracking/model';

/** A request to send unchanged. */
export interface ServiceRequest {
  /** GET by default. */
  readonly method?: Endpoint['method'] | undefined;
  /** Path below the base URL, with query. */
  readonly path: string;
  /** Added to the client's own headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Bytes have no content type of their own. */
  readonly body?: Uint8Array<ArrayBuffer> | undefined;
  /** Leaves the credential out. */
  readonly anonymous?: boolean | undefined;
}

/** A request and its response. Not redacted, so printed parts must pass through `redact`. */
export interface Exchange {
  readonly method: string;
  /** Path below the base URL, with query. */
  readonly path: string;
  /** The sent body. */
  readonly sent?: string | undefined;
  /** Whether the request had no credential. */
  readonly anonymous?: boolean | undefined;
  readonly status: number;
  readonly headers: Headers;
  /** The beginning of the body. */
  readonly text: string;
  /** Whether the body's bytes are UTF-8. */
  readonly isUtf8: boolean;
  /** The parsed body; `undefined` if the body is not JSON. */
  readonly json: unknown;
}

/** Whether a response is a temporary failure of the service or of a proxy. */
export function isFailure({ status }: { readonly status: number }): boolean {
  return status >= 500 || status === 408;
}

// ERR-6
/** Returns the wait that a 429 asks for, in milliseconds; `undefined` without `Retry-After`. */
export function retryAfter({ headers }: Pick<Exchange, 'headers'>): number | undefined {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(text) ? Math.max(1, Number(text)) * 1000 : undefined;
}
