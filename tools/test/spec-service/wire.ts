/** A JSON value of which a test knows what is in it. */
// biome-ignore lint/suspicious/noExplicitAny: mutants change what they know to be there.
export type Json = any;

/** A request as the service sees it. */
export interface Asked {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Sender, for which failed authentications may be counted; left out where all are one. */
  readonly source?: string;
}

/** A response of the service. */
export interface Answered {
  status: number;
  json: Json;
  headers: Record<string, string>;
}

/** A response that is not a success. */
export class Refusal extends Error {
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

export function invalid(field: string, message: string): Refusal {
  return new Refusal(400, { error: 'Invalid input', details: [{ field, message }] });
}

export async function askedOf(request: Request, baseUrl: string): Promise<Asked> {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length),
    query: url.searchParams,
    headers: request.headers,
    body: new Uint8Array(await request.arrayBuffer()),
  };
}
