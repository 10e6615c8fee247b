import { encoded } from './json.ts';

/** A request as it was sent, below the base URL. Nothing is decoded or normalized. */
export interface Sent {
  /** As sent: `GET`. */
  readonly method: string;
  /** Below the base URL, starting with `/api/`, without the query. */
  readonly path: string;
  /** The query without its `?`. */
  readonly search: string;
  /** By lower-case name. Repeated headers are joined as `fetch` does. */
  readonly headers: Readonly<Record<string, string>>;
  /** Reads the whole body; stops at the first byte past `limit`. Called at most once, and not for requests that need no body. */
  read(limit: number): Promise<Uint8Array | 'too-large'>;
  /** Whether the body may still be arriving, so that reading it may take any time. */
  readonly isArriving?: boolean | undefined;
  /** The client's network address; `undefined` in process. */
  readonly address?: string | undefined;
  /** Aborts when the client disconnects, to end delays. */
  readonly signal?: AbortSignal | undefined;
}

/** Returns a request whose whole body is a text, by default an empty one. */
export function sentText(sent: Omit<Sent, 'read'>, text = ''): Sent {
  return {
    ...sent,
    async read(limit) {
      const bytes = encoded(text);
      return bytes.length > limit ? 'too-large' : bytes;
    },
  };
}

/** Returns a `Request` without its body, for functions of users. */
export function requestOf({ method, path, search, headers }: Sent): Request {
  return new Request(`http://${headers['host'] ?? 'localhost'}${path}${search && `?${search}`}`, {
    method,
    headers: { ...headers },
  });
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
export function bearerOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^[ \t]*bearer[ \t]+([^\s,]+)[ \t]*$/i.exec(header)?.[1];
}
