import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody, type PipelineResult, requestOf, type WireRequest } from '../platform/http/sent.ts';

/** A message of `node:http` as the pipeline reads it. Its parts are read lazily. */
export class NodeRequest implements WireRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly isArriving = true;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  #gone: AbortController | undefined;

  constructor(message: IncomingMessage, response: ServerResponse) {
    // Text, never resolved as a URL: `//evil.example/` would name another host.
    const target = message.url ?? '';
    const query = target.indexOf('?');
    this.method = message.method ?? '';
    this.path = query < 0 ? target : target.slice(0, query);
    this.search = query < 0 ? '' : target.slice(query + 1);
    this.#message = message;
    this.#response = response;
  }

  header(name: string): string | null {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  headers(): Record<string, string> {
    return Object.fromEntries(Object.keys(this.#message.headers).map((name) => [name, this.header(name) ?? '']));
  }

  body(limit: number): Promise<Uint8Array | 'too-large'> {
    return readBody(this.#message, limit);
  }

  get address(): string | undefined {
    return this.#message.socket.remoteAddress;
  }

  asRequest(): Request {
    const headers = Object.entries(this.#message.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    return requestOf(this, `http://${this.header('host')}`, headers);
  }

  get signal(): AbortSignal {
    if (!this.#gone) {
      const gone = new AbortController();
      this.#gone = gone;
      if (this.#message.socket.destroyed) gone.abort();
      this.#response.once('close', () => {
        if (!this.#response.writableFinished) gone.abort();
      });
    }
    return this.#gone.signal;
  }
}

/** Reads a body up to a limit. Past the limit, returns `too-large` and discards the rest. */
function readBody(message: IncomingMessage, limit: number): Promise<Uint8Array | 'too-large'> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve('too-large');
      }
    });
    message.on('end', () => resolve(Buffer.concat(chunks)));
    message.on('error', reject);
    message.on('close', () => reject(new Error('The client closed the connection')));
  });
}

/** Writes a result of the pipeline. */
export function writeResult(response: ServerResponse, result: PipelineResult): void {
  if (result.kind === 'drop') {
    response.destroy();
    return;
  }
  const { status, headers, body, truncateAt } = result;
  // RFC 9110 forbids `content-length` for 204 and 304, but not for 205.
  writeHead(response, status, headers, hasBody(status) || status === 205 ? body.length : undefined);
  if (truncateAt === undefined || truncateAt >= body.length || response.req.method === 'HEAD') {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, truncateAt));
  // Writes buffered bytes, then closes before the announced length is reached.
  response.socket?.destroySoon();
}

/** Writes a JSON response. */
export function writeJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = JSON.stringify(value);
  writeHead(response, status, { 'content-type': 'application/json', ...headers }, Buffer.byteLength(body));
  response.end(body);
}

/** Writes status and headers. `nosniff`, because stored text may look like HTML. */
function writeHead(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  length: number | undefined,
): void {
  // A flat list, which Node writes unchanged: converting an object takes a tenth of the time of a response.
  const head = ['x-content-type-options', 'nosniff'];
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'content-length') head.push(name, value);
  }
  if (length !== undefined) head.push('content-length', String(length));
  response.writeHead(status, head);
}
