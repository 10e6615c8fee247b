import { connect, type Socket } from 'node:net';
import type { SeededRandom } from '../src/platform/seeded-random.ts';
import { closed } from './raw-http.ts';

const host = 'Host: localhost\r\n';
const key = 'Authorization: Bearer svc_mock\r\n';
const write = (body: string, length = body.length) =>
  `PATCH /api/v1/projects/prj_web/issues/1 HTTP/1.1\r\n${host}${key}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;

/** Complete requests, which `attack` cuts at random. */
const requests = [
  `GET /api/v1/projects HTTP/1.1\r\n${host}${key}\r\n`,
  `GET /api/v1/projects HTTP/1.1\r\n${host}${key}\r\n`.repeat(5),
  `HEAD /api/v1/projects/prj_web/issues HTTP/1.1\r\n${host}${key}Connection: close\r\n\r\n`,
  write('{"priority":"low"}'),
  write('{"priority":"low"}', 1000),
  write('{"priority":"low"}').replace(key, ''),
  `POST /api/v1/projects/prj_web/issues/1/comments HTTP/1.1\r\n${host}${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"con\r\n8\r\ntent":""\r\n1\r\n}\r\n0\r\n\r\n`,
  `POST /api/v1/projects/prj_web/issues/1/comments HTTP/1.1\r\n${host}${key}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n{"a":"b"}`,
  `CONNECT example.test:443 HTTP/1.1\r\n${host}\r\n`,
  `CONNECT example.test:443 HTTP/1.1\r\n${host}\r\n\x16\x03\x01garbage`,
  `GET /api/v1/projects HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n\x81\x05hello`,
  `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  `GET /__mock/events HTTP/1.1\r\n${host}\r\n`,
  `GET /__mock/ HTTP/1.1\r\n${host}\r\n`,
  `GET /__mock/ui/ HTTP/1.1\r\n${host}\r\n`,
  `POST /__mock/requests.clear HTTP/1.1\r\n${host}\r\n`,
  `POST /__mock/faults.add HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{"drop": true}`,
  `POST /__mock/faults.add HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 40\r\n\r\n{"status":200,"body":"xx","truncate":1}  `,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\n',
  `GET / HTTP/9.9\r\n${host}\r\n`,
];

/** Sends one request, cut and ended at random places: half-closed, closed, reset, or left open for a while. */
export async function attack(url: string, random: SeededRandom): Promise<void> {
  const { hostname, port } = new URL(url);
  const below = (end: number) => Math.floor(random.next() * end);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const gone = closed(socket);
  if (below(2) === 0) socket.resume();
  if (below(20) > 0) await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), gone]);
  const whole = requests[below(requests.length)] ?? '';
  const text = below(2) === 0 ? whole : whole.slice(0, below(whole.length));
  const cut = below(text.length + 1);
  for (const part of below(2) === 0 ? [text] : [text.slice(0, cut), text.slice(cut)]) {
    if (part !== '' && !socket.destroyed) socket.write(part, 'latin1');
    await rounds(below(4));
  }
  end(socket, below(4));
  await rounds(below(6));
  socket.resume();
  if (below(2) === 0) reset(socket);
  else socket.destroy();
  await gone;
}

function end(socket: Socket, how: number): void {
  if (how === 0) socket.end();
  if (how === 1) reset(socket);
  if (how === 2) socket.destroy();
}

/** Resets a connection. Node cannot reset a connection that it has started to close. */
function reset(socket: Socket): void {
  if (socket.writableEnded || socket.connecting) socket.destroy();
  else socket.resetAndDestroy();
}

async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round++) await new Promise((resolve) => setImmediate(resolve));
}
