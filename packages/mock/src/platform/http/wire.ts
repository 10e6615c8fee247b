import { encoded } from './json.ts';

/**
 * A request as an adapter passes it to the pipeline. Members are read only when a step needs them, so an adapter pays for nothing
 * the request does not use: the HTTP server wraps `node:http`'s message, `mock.fetch` its arguments.
 */
export interface WireRequest {
  /** As sent: `GET`. */
  readonly method: string;
  /** Below the base URL, beginning with `/api/`; neither decoded nor normalised, without the query. */
  readonly path: string;
  /** The query without its `?`, undecoded. */
  readonly search: string;
  /** A header's value by its lower-case name; several of one name joined as `fetch` joins them. */
  header(name: string): string | null;
  /** All of them, as {@link WireRequest.header} gives each. */
  headers(): Readonly<Record<string, string>>;
  /** The whole body; stops reading at the first byte past `limit`. */
  body(limit: number): Promise<Uint8Array | 'too-large'>;
  /** Whether the body may still be on its way: reading it then takes as long as the client likes. */
  readonly isArriving?: boolean;
  /** The client's network address; `undefined` in process. */
  readonly address?: string | undefined;
  /** The request without its body, for a function that the author of a mock has given. */
  asRequest(): Request;
  /** Ends waits on the caller's behalf: a scripted delay stops when the caller has gone. */
  readonly signal?: AbortSignal | undefined;
}

/** A request whose every part is there already; without a body it has an empty one. */
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

/** Returns the parts of a request as a `Request` without a body. */
export function requestOf(
  { method, path, search }: Pick<WireRequest, 'method' | 'path' | 'search'>,
  origin: string,
  headers: [string, string][],
): Request {
  return new Request(`${origin}${path}${search && `?${search}`}`, { method, headers });
}

/** A segment of a path, decoded; one that is malformed as it is. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The credential of a `Bearer` header (AUTH-1); the scheme's letter case and the blanks around it don't matter. */
export function bearerOf(header: string | null): string | undefined {
  return header === null ? undefined : /^[ \t]*bearer[ \t]+([^\s,]+)[ \t]*$/i.exec(header)?.[1];
}

/** A response to write out. */
export interface WireResponse {
  readonly kind: 'response';
  readonly status: number;
  /** By lower-case name, `content-type` included; adapters add `content-length`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Bytes of the body after which the adapter cuts the connection, although it announced the whole. */
  readonly truncateAt?: number | undefined;
}

/** The connection ends without a response. */
interface Drop {
  readonly kind: 'drop';
}

/** The pipeline's result: a response, or a dropped connection. */
export type PipelineResult = WireResponse | Drop;

/** Statuses whose responses have no body, whatever was written for them: HTTP sends none, and `Response` refuses one. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Whether a response of this status can have a body. */
export function hasBody(status: number): boolean {
  return !bodiless.has(status);
}

// enforces GEN-2
/** The headers of every response. */
const jsonHeaders: Readonly<Record<string, string>> = { 'content-type': 'application/json' };

/** A response with JSON as its body. */
export function jsonResponse(
  status: number,
  body: Uint8Array<ArrayBuffer>,
  headers?: Readonly<Record<string, string>>,
): WireResponse {
  return { kind: 'response', status, headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders, body };
}
