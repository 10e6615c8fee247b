import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Random } from '../../../../../tools/testing/random.ts';

/** The response to one request: bytes, in what pieces, and how the connection ends. */
export interface Reply {
  readonly pieces: readonly Buffer[];
  readonly end: (typeof ends)[number];
}

const ends = ['stays open', 'closes', 'resets', 'half-closes', 'goes on with rubbish'] as const;

/** A server on real sockets that means no good, and a number for each thing it may do. */
export class HostilePeer {
  reply: Reply = { pieces: [], end: 'closes' };
  /** Called when it has done to a request all that it will do. */
  onDone: () => void = () => {};
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        this.onDone();
      });
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        if (/^[A-Z]+ \//.test(chunk.toString('latin1'))) this.#answer(socket);
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #answer(socket: Socket): void {
    const { pieces, end } = this.reply;
    const done = () => {
      if (end === 'closes') socket.destroy();
      if (end === 'resets') socket.resetAndDestroy();
      if (end === 'half-closes') socket.end();
      if (end === 'goes on with rubbish') socket.write(Buffer.alloc(1_000, 'HTTP/1.1 200 rubbish\r\n\r\n'));
      this.onDone();
    };
    for (const piece of pieces.slice(0, -1)) socket.write(piece);
    socket.write(pieces.at(-1) ?? '', done);
  }
}

const known = '"issueNumber":1,"title":"t","status":"open","priority":"low","createdAt":"2026-04-01T09:30:00.000Z"';
const statuses = [
  200, 200, 200, 200, 200, 201, 204, 206, 299, 301, 303, 304, 400, 401, 403, 404, 409, 422, 425, 429, 500, 503, 599,
  999,
];
const most = 1_000_000;

/** A reply of less than a megabyte, drawn without a look at what the client can take. */
export function drawReply(random: Random): Reply {
  // Mostly only the body is bad: else nothing would get so far as to be looked at.
  const isWhole = random.chance(0.6);
  const status = isWhole ? 200 : random.pick(statuses);
  const text = drawBody(random);
  const encoding = random.pick(isWhole ? (['identity', 'gzip'] as const) : (['identity', 'no gzip at all'] as const));
  const body = encoding === 'gzip' ? gzipSync(text) : Buffer.from(text);
  const lines = [
    'content-type: application/json',
    ...(encoding === 'identity' ? [] : ['content-encoding: gzip']),
    ...(random.chance(0.2)
      ? [`retry-after: ${random.pick(['0', '-1', '1e9', 'x', '99999999999999999999', 'Wed'])}`]
      : []),
    ...(random.chance(0.2)
      ? [`date: ${random.pick(['x', new Date(8.64e15).toUTCString(), new Date(0).toUTCString()])}`]
      : []),
    ...(random.chance(0.1) ? [`location: ${random.pick(['//', 'http://[', '/', 'javascript:0'])}`] : []),
    ...(random.chance(0.1) ? Array.from({ length: random.below(300) }, (_, n) => `x-${n}: ${n}`) : []),
    ...(random.chance(0.1) ? [`x-long: ${'x'.repeat(random.below(20_000))}`] : []),
  ];
  const interim = random.chance(0.05) ? 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(random.below(200)) : '';
  const head = `${interim}HTTP/1.1 ${status} Whatever\r\n${lines.join('\r\n')}\r\n`;
  const whole = Buffer.concat([Buffer.from(head), isWhole ? wellFramed(body) : framed(random, body)]);
  const rubbish =
    !isWhole && random.chance(0.1) ? Buffer.from(Array.from({ length: 200 }, () => random.below(256))) : undefined;
  const bytes = rubbish ?? (!isWhole && random.chance(0.5) ? whole.subarray(0, random.below(whole.length + 1)) : whole);
  return { pieces: cutUp(random, bytes), end: random.pick(ends) };
}

function drawBody(random: Random): string {
  const size = Math.round(10 ** random.between(1, 6));
  const times = (text: string) => Math.max(1, Math.min(Math.floor(most / (text.length + 1)), size));
  const list = (item: string) =>
    `{"data":[${Array(times(item)).fill(item).join()}],"total":${random.pick([0, size, -1, 1e308])}}`;
  const members = Array.from({ length: Math.min(size, 50_000) }, (_, n) => `"k${n}":${n}`).join();
  const deep = Math.min(size, most / 2);
  return random.pick([
    () => list('{"id":1}'),
    () => list('{}'),
    () => list('null'),
    () => list('[[[[]]]]'),
    () => list(`{${known},"updatedAt":"2026-04-01T09:30:00.000Z","added":{"a":[1]}}`),
    () => `{"data":{${known},${members}}}`,
    () => `{"data":{${known},"labels":[${Array(times('1')).fill('1').join()}]}}`,
    () => `{"data":${'['.repeat(deep)}${']'.repeat(deep)}}`,
    () => `${'{"data":'.repeat(Math.min(deep, 100_000))}1`,
    () => `{"data":"${'\\u001b'.repeat(times('\\u001b'))}"}`,
    () =>
      `{"error":"${'x'.repeat(times('x'))}","details":[${Array(times('{"field":"a","message":"b"}')).fill('{"field":"a","message":"b"}').slice(0, 20_000).join()}]}`,
    () => '<'.repeat(times('<')),
    () => ' '.repeat(times(' ')),
    () => `"${'x'.repeat(times('x'))}`,
    () => '{"__proto__":{"data":1},"constructor":1,"toString":null}',
    () => '',
  ])();
}

function wellFramed(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`content-length: ${body.length}\r\n\r\n`), body]);
}

/** How long the body is said to be, and what comes of it. */
function framed(random: Random, body: Buffer): Buffer {
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  const chunked = Buffer.from('transfer-encoding: chunked\r\n\r\n');
  const length = (bytes: number | string) => Buffer.from(`content-length: ${bytes}\r\n\r\n`);
  return random.pick([
    () => wellFramed(body),
    () => Buffer.concat([length(body.length + 1 + random.below(1_000)), body]),
    () => Buffer.concat([length(Math.floor(body.length / 2)), body]),
    () => Buffer.concat([length(random.pick(['-1', 'x', '99999999999999999999'])), body]),
    () => Buffer.concat([chunked, chunk(body), Buffer.from('0\r\n\r\n')]),
    () => Buffer.concat([chunked, chunk(body)]),
    () => Buffer.concat([chunked, Buffer.from('zz\r\n'), body]),
    () => Buffer.concat([Buffer.from('\r\n'), body]),
  ])();
}

function cutUp(random: Random, bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  const many = random.pick([1, 1, 2, 20]);
  for (let from = 0; from < bytes.length; from += Math.ceil(bytes.length / many)) {
    pieces.push(bytes.subarray(from, from + Math.ceil(bytes.length / many)));
  }
  return pieces;
}
