import { connect, type Socket } from 'node:net';

/** An HTTP response as received. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  /** The received part of the body. */
  body: string;
}

/** Opens a TCP connection to a server. */
export function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  // A server may reset the connection: `readResponse` rejects then.
  return connect(Number(port), hostname).on('error', () => {});
}

/** Resolves when a connection has ended. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** Reads one response: as many bytes as its Content-Length, or all until the connection ends. */
export function readResponse(socket: Socket): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const settle = (ended: boolean) => {
      const response = parse(Buffer.concat(chunks), ended);
      if (response) resolve(response);
      else if (ended) reject(new Error('The connection ended without a response'));
    };
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      settle(false);
    });
    socket.on('close', () => settle(true));
    socket.on('error', reject);
  });
}

/** Sends text (each character a byte) and reads the response. */
export async function exchange(url: string, request: string): Promise<RawResponse> {
  const socket = open(url);
  const response = readResponse(socket);
  socket.write(request, 'latin1');
  return response.finally(() => socket.destroy());
}

function parse(bytes: Buffer, ended: boolean): RawResponse | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = bytes.subarray(headEnd + 4);
  const status = Number(statusLine.split(' ')[1]);
  const announced = status === 204 ? 0 : Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (!ended && body.length < announced) return undefined;
  return { status, headers, body: body.toString() };
}
