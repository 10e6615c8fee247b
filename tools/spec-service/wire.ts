/** A JSON value of a known shape. */
// biome-ignore lint/suspicious/noExplicitAny: broken services change members without narrowing.
export type Json = any;

/** A received request. */
export interface ReceivedRequest {
  readonly method: string;
  /** The path below the base URL. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  /** The sender, by which failed authentications are counted. All requests count together without it. */
  readonly source?: string;
}

/** A response, before it is serialized. */
export interface SpecResponse {
  status: number;
  json: Json;
  headers: Record<string, string>;
}

/** An error response. Handlers throw it. */
export class ErrorResponse extends Error {
  readonly status: number;
  readonly json: Json;
  readonly headers: Record<string, string>;

  constructor(status: number, json: Json, headers: Record<string, string> = {}) {
    super(JSON.stringify(json));
    this.status = status;
    this.json = json;
    this.headers = headers;
  }
}

export function invalid(field: string, message: string): ErrorResponse {
  return new ErrorResponse(400, { error: 'Invalid input', details: [{ field, message }] });
}

export async function readRequest(request: Request, baseUrl: string): Promise<ReceivedRequest> {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length),
    query: url.searchParams,
    headers: request.headers,
    body: new Uint8Array(await request.arrayBuffer()),
  };
}
