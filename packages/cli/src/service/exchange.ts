import type { PlainRequest } from '@issue-tracking/sdk/internal';

/** A request, exactly as it is to be sent; a GET unless `method` says otherwise. */
export interface ServiceRequest extends Omit<PlainRequest, 'method'> {
  readonly method?: 'GET' | 'HEAD' | 'PATCH' | 'POST' | undefined;
}

/** A request and its response, as it is: what is printed of it goes through `redact`. */
export interface Exchange {
  readonly method: string;
  /** Below the base URL, with its query. */
  readonly path: string;
  /** The body that was sent. */
  readonly sent?: string | undefined;
  /** Whether it was sent without the credential. */
  readonly anonymous?: boolean | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Whether its bytes are UTF-8. */
  readonly isUtf8: boolean;
  /** The body as JSON; `undefined` where it is none. */
  readonly json: unknown;
}

/** Whether the service, or something before it, could not answer just then. */
export function isFailure({ status }: { readonly status: number }): boolean {
  return status >= 500 || status === 408;
}

// ERR-6
/** How long a 429 asks to wait, in milliseconds; `undefined` where it doesn't say. */
export function retryAfter({ headers }: Pick<Exchange, 'headers'>): number | undefined {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(text) ? Math.max(1, Number(text)) * 1000 : undefined;
}
