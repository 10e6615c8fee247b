/** The service's response, for an adapter to write. An adapter that gets `drop` instead ends the connection without a response. */
export interface Reply {
  readonly status: number;
  /** By lower-case name, `content-type` included; adapters add `content-length`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Number of bytes of the body after which the adapter closes the connection, despite the full `content-length`. */
  readonly truncateAt?: number | undefined;
}

/** Statuses without a body: HTTP sends none, and `Response` throws for one. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Whether a response of this status can have a body. */
export function hasBody(status: number): boolean {
  return !bodiless.has(status);
}

// enforces GEN-2
/** The headers of every response (GAP-62). */
const jsonHeaders: Readonly<Record<string, string>> = { 'content-type': 'application/json' };

/** Returns a response without a body. */
export function emptyReply(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers, body: noBytes };
}

const noBytes = new Uint8Array();

/** Returns a response with a JSON body. */
export function jsonReply(
  status: number,
  body: Uint8Array<ArrayBuffer>,
  headers?: Readonly<Record<string, string>>,
): Reply {
  return { status, headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders, body };
}
