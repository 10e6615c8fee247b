import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Entry } from '../log/entry.ts';
import type { FieldChange } from '../log/field-change.ts';
import { redactKeys } from '../log/redaction.ts';
import type { RequestWarning } from '../log/request-entry.ts';
import type { Remedy } from '../log/trace.ts';
import type { MockInternals } from '../mock/internals.ts';
import { type RejectionReason, reportFailure } from '../platform/http/http-error.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import { hasBody, type Reply } from '../platform/http/reply.ts';
import type { Sent } from '../platform/http/sent.ts';

/** A request to the API, and how the server responded. */
export interface ServedRequest {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** `null` when a fault dropped the connection, or the client left. */
  readonly status: number | null;
  /** From the end of the request's head to the end of the response, in whole milliseconds. */
  readonly ms: number;
  /** Name of its credential; absent for a credential that the mock doesn't have. */
  readonly credential?: string;
  /** Category of the failure; absent for a success. */
  readonly reason?: RejectionReason;
  /** What would let a failed request succeed. */
  readonly remedies?: readonly Remedy[];
  /** The fields of an issue that it changed. */
  readonly changes?: readonly FieldChange[];
  /** Likely mistakes, although the service accepted the request. */
  readonly warnings?: readonly RequestWarning[];
}

/** Returns a listener that passes requests to the service and writes its replies. */
export function apiAdapter(
  internals: MockInternals,
  onRequest: ((request: ServedRequest) => void) | undefined,
): (message: IncomingMessage, response: ServerResponse) => void {
  return (message, response) => void respond(internals, message, response, onRequest);
}

async function respond(
  internals: MockInternals,
  message: IncomingMessage,
  response: ServerResponse,
  onRequest: ((request: ServedRequest) => void) | undefined,
): Promise<void> {
  const sent = sentBy(message, response);
  const begun = performance.now();
  try {
    const { entry, reply } = internals.serve(sent);
    if (onRequest)
      response.once('close', async () => {
        const ms = Math.round(performance.now() - begun);
        // A client that leaves ends its request only now.
        await reply.catch(() => {});
        onRequest(servedRequest(internals, response, ms, entry));
      });
    writeReply(response, await reply);
  } catch (error) {
    if (!sent.signal?.aborted && !response.destroyed) fail(response, error);
  }
}

/** Prints the error where the mock runs. The client gets a 500 without a stack. */
function fail(response: ServerResponse, error: unknown): void {
  reportFailure(error);
  if (response.headersSent) response.destroy();
  else writeJson(response, 500, { error: mockTexts.internal });
}

function servedRequest(internals: MockInternals, response: ServerResponse, ms: number, entry: Entry): ServedRequest {
  const { method, path, credentialName, reason, changes, warnings } = entry;
  const remedies = reason ? internals.why(entry).flatMap(({ remedies: found = [] }) => found) : [];
  return {
    method,
    path: redactKeys(path),
    status: response.headersSent ? response.statusCode : null,
    ms,
    ...(credentialName !== undefined && { credential: credentialName }),
    ...(reason && { reason }),
    ...(remedies.length > 0 && { remedies }),
    ...(changes.length > 0 && { changes }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Returns a message of `node:http` as the service reads it. */
export function sentBy(message: IncomingMessage, response: ServerResponse): Sent {
  // Text, never resolved as a URL: `//evil.example/` would name another host.
  const target = message.url ?? '';
  const query = target.indexOf('?');
  let gone: AbortSignal | undefined;
  return {
    method: message.method ?? '',
    path: query < 0 ? target : target.slice(0, query),
    search: query < 0 ? '' : target.slice(query + 1),
    headers: joined(message.headers),
    isArriving: true,
    address: message.socket.remoteAddress,
    read: (limit) => readBody(message, limit),
    // Made when it is read first: most requests never wait.
    get signal() {
      gone ??= goneSignal(message, response);
      return gone;
    },
  };
}

function joined(headers: IncomingMessage['headers']): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) sent[name] = Array.isArray(value) ? value.join(', ') : value;
  return sent;
}

/** Returns a signal that aborts when the client disconnects before the whole response is written. */
function goneSignal(message: IncomingMessage, response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (message.socket.destroyed) gone.abort();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
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

/** Writes a reply of the service. */
function writeReply(response: ServerResponse, reply: Reply | 'drop'): void {
  if (reply === 'drop') {
    response.destroy();
    return;
  }
  const { status, headers, body, truncateAt } = reply;
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
