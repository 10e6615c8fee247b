import { STATUS_CODES } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Fate } from './answers.ts';
import type { Service } from './service.ts';

/** The service on raw sockets. */
export interface SocketServer {
  readonly url: string;
  /** Connections that were ever made. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/**
 * Writes bytes, not responses: a header's trailing blank stays, a body breaks off where a test says, a connection is
 * reset in the middle. It reads no more of HTTP/1.1 than `fetch` writes.
 */
export async function overSockets(service: Service, source = 'this machine'): Promise<SocketServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    serve(service, socket, source);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function serve(service: Service, socket: Socket, source: string): void {
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    // The beginning of TLS.
    if (received.length === 0 && chunk[0] === 0x16) {
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
      return;
    }
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [line = '', ...rest] = received.subarray(0, end).toString('latin1').split('\r\n');
      const headers = Object.fromEntries(rest.map(headerOf));
      const length = Number(headers['content-length'] ?? 0);
      if (received.length < end + 4 + length) return;
      const body = received.subarray(end + 4, end + 4 + length).toString();
      received = received.subarray(end + 4 + length);
      const [method = '', path = ''] = line.split(' ');
      const gone = () => socket.destroyed;
      void service.take({ method, path, headers, body, source, gone }).then((fate) => write(socket, fate));
    }
  });
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function write(socket: Socket, fate: Fate): void {
  if (fate.kind === 'hang' || socket.destroyed) return;
  if (fate.kind !== 'answer') {
    socket.resetAndDestroy();
    return;
  }
  const { status, headers, body } = fate.answer;
  const bytes = Buffer.from(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${lines.join('')}content-length: ${bytes.length}\r\n\r\n`;
  if (!fate.cut) {
    socket.write(Buffer.concat([Buffer.from(head), bytes]));
    return;
  }
  socket.write(Buffer.concat([Buffer.from(head), bytes.subarray(0, bytes.length / 2)]), () => socket.destroy());
}
