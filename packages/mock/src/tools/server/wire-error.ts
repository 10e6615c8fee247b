import type { Duplex } from 'node:stream';

const responses: Record<string, { status: string; error: string }> = {
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
  const { status, error } = responses[cause.code ?? ''] ?? { status: '400 Bad Request', error: 'Not an HTTP request' };
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
