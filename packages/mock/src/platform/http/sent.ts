import { encoded } from './json.ts';

/**
 * A request as an adapter passes it to the pipeline. Members are read only if a step needs them, so adapters compute nothing in
 * vain: the HTTP server wraps `node:http`'s message, `mock.fetch` its arguments.
 */
export interface WireRequest {
  /** As sent: `GET`. */
  readonly method: string;
  /** Below the base URL, starting with `/api/`, without the query; neither decoded nor normalised. */
  readonly path: string;
  /** The query without its `?`, undecoded. */
  readonly search: string;
  /** Returns a header's value by its lower-case name. Repeated headers are joined as `fetch` does. */
  header(name: string): string | null;
  /** Returns all headers. */
  headers(): Readonly<Record<string, string>>;
  /** Reads the whole body; stops at the first byte past `limit`. */
  body(limit: number): Promise<Uint8Array | 'too-large'>;
  /** Whether the body may still be arriving, so that reading it may take any time. */
  readonly isArriving?: boolean;
  /** The client's network address; `undefined` in process. */
  readonly address?: string | undefined;
  /** Returns the request without its body, for functions of users. */
  asRequest(): Request;
  /** Aborts when the client disconnects, to end delays. */
  readonly signal?: AbortSignal | undefined;
}

/** Returns a request made of texts. By default its body is empty. */
export function textRequest(
  parts: Pick<WireRequest, 'method' | 'path' | 'search' | 'address'>,
  headers: Readonly<Record<string, string>>,
  text: string | undefined,
): WireRequest {
  return {
    ...parts,
    header: (name) => headers[name] ?? null,
    headers: () => headers,
    asRequest: () => requestOf(parts, `http://${headers['host'] ?? 'localhost'}`, Object.entries(headers)),
    async body(limit) {
      const bytes = encoded(text ?? '');
      return bytes.length > limit ? 'too-large' : bytes;
    },
  };
}

/** Returns a `Request` without a body. */
export function requestOf(
  { method, path, search }: Pick<WireRequest, 'method' | 'path' | 'search'>,
  origin: string,
  headers: [string, string][],
): Request {
  return new Request(`${origin}${path}${search && `?${search}`}`, { method, headers });
}

/** Decodes a segment of a path; returns malformed ones unchanged. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the credential of a `Bearer` header (AUTH-1), with the scheme in any letter case. */
export function bearerOf(header: string | null): string | undefined {
  return header === null ? undefined : /^[ \t]*bearer[ \t]+([^\s,]+)[ \t]*$/i.exec(header)?.[1];
}

/** A response as the pipeline passes it to an adapter. */
export interface WireResponse {
  readonly kind: 'response';
  readonly status: number;
  /** By lower-case name, `content-type` included; adapters add `content-length`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Number of bytes of the body after which the adapter closes the connection, despite the full `content-length`. */
  readonly truncateAt?: number | undefined;
}

/** Closes the connection without a response. */
interface Drop {
  readonly kind: 'drop';
}

/** The pipeline's result: a response, or a dropped connection. */
export type PipelineResult = WireResponse | Drop;

/** Statuses without a body: HTTP sends none, and `Response` throws for one. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Whether a response of this status can have a body. */
export function hasBody(status: number): boolean {
  return !bodiless.has(status);
}

// enforces GEN-2
/** The headers of every response (GAP-62). */
const jsonHeaders: Readonly<Record<string, string>> = { 'content-type': 'application/json' };

/** Returns a response with a JSON body. */
export function jsonResponse(
  status: number,
  body: Uint8Array<ArrayBuffer>,
  headers?: Readonly<Record<string, string>>,
): WireResponse {
  return { kind: 'response', status, headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders, body };
}
