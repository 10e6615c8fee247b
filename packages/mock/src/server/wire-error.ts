import type { Duplex } from 'node:stream';

const unencoded = 'The request target has a character that must be percent-encoded';
const badRequest = '400 Bad Request';

/** Responses by the code of Node's parser. The parser reads a blank in a path as the end of the path. */
const responses: Record<string, { status: string; error: string }> = {
  HPE_INVALID_METHOD: { status: badRequest, error: 'Unknown method: expected upper case, such as PATCH' },
  HPE_INVALID_URL: { status: badRequest, error: unencoded },
  HPE_INVALID_CONSTANT: { status: badRequest, error: unencoded },
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', error: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: '413 Payload Too Large', error: 'The chunk extensions are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', error: 'The request did not arrive in time' },
};

/** Responds to an invalid request, and closes the connection after the client has had time to read the response. */
export function rejectConnection(cause: NodeJS.ErrnoException, socket: Duplex, readingTime: number): void {
  // The client has disconnected, or sends more after the rejection.
  if (!socket.writable || cause.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, error } = responses[cause.code ?? ''] ?? {
    status: badRequest,
    error: `Not an HTTP request: ${cause.message.replace('Parse Error: ', '')}`,
  };
  const body = JSON.stringify({ error });
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Closing immediately, with unread bytes, would reset the connection and discard the response.
  setTimeout(() => socket.destroy(), readingTime).unref();
}
