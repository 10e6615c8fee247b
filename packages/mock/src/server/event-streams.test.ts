import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { ControlEvent } from '../control/control.ts';
import { EventStreams } from './event-streams.ts';

/** A connection to a client that reads what is written, or doesn't. */
class Reader extends Writable {
  readonly req = { method: 'GET' };
  readonly #reads: boolean;
  text = '';

  constructor(reads: boolean) {
    super();
    this.#reads = reads;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk;
    if (this.#reads) done();
  }

  writeHead(): void {}

  /** As much of a response as is used. */
  get response(): ServerResponse {
    return this as unknown as ServerResponse;
  }
}

/** Streams of a mock that tells what it is told to. */
function streams() {
  let tell: (event: ControlEvent) => void = () => {};
  const all = new EventStreams((listener) => {
    tell = listener;
    return () => {};
  });
  return {
    add: (reader: Reader) => all.add(reader.response),
    send: (data: string) => tell({ event: 'request', data } as unknown as ControlEvent),
  };
}

test('a slow subscriber is disconnected, and the others still get events', async () => {
  const { add, send } = streams();
  const [quick, slow] = [new Reader(true), new Reader(false)];
  add(quick);
  add(slow);
  for (const round of [1, 2, 3]) {
    expect(slow.destroyed, `before round ${round}`).toBe(false);
    send(`round ${round} ${'x'.repeat(100_000)}`);
    await vi.waitFor(() => expect(quick.text).toContain(`round ${round} `));
  }
  expect(slow.destroyed).toBe(true);
  expect(slow.writableLength).toBeLessThan(400_000);
  send('round 4 ');
  await vi.waitFor(() => expect(quick.text).toContain('round 4 '));
});

test('a stream beyond 256 subscribers gets 503 until one disconnects', async () => {
  const { add } = streams();
  const readers = Array.from({ length: 256 }, () => new Reader(true));
  for (const reader of readers) add(reader);
  const late = new Reader(true);
  expect(() => add(late)).toThrow(expect.objectContaining({ status: 503 }));
  readers[0]?.destroy();
  await vi.waitFor(() => add(late));
});
