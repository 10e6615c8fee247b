import type { ServerResponse } from 'node:http';
import type { Control } from '../control/control.ts';
import { unfaked } from '../platform/clock/unfaked.ts';
import { HttpError } from '../platform/http/http-error.ts';

/** Maximum open event streams. */
const maxStreams = 256;
/** Maximum buffered bytes for a slow reader. */
const maxWaiting = 262_144;
/** Time to collect events before one write per reader, in milliseconds of real time. */
const collecting = 20;

// Panels must receive events while a test uses fake timers.
const setTimer = unfaked('setTimeout');

/** Sends a mock's events to readers as server-sent events. Each event is serialized once for all readers. */
export class EventStreams {
  readonly #subscribe: Control['subscribe'];
  readonly #id = crypto.randomUUID();
  readonly #readers = new Set<ServerResponse>();
  #stop: (() => void) | undefined;

  constructor(subscribe: Control['subscribe']) {
    this.#subscribe = subscribe;
  }

  /** Streams events until the reader disconnects or the server closes. @throws HttpError 503 for too many streams. */
  add(response: ServerResponse): void {
    if (this.#readers.size >= maxStreams) {
      throw new HttpError(503, `${maxStreams} event streams are already open: close one`);
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    // After a restart, a reader learns that this is another mock.
    response.write(`event: mock\ndata: ${JSON.stringify({ id: this.#id })}\n\n`);
    this.#readers.add(response);
    this.#stop ??= this.#start();
    response.once('close', () => {
      this.#readers.delete(response);
      if (this.#readers.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    });
  }

  /** Subscribes, for the first reader. */
  #start(): () => void {
    let text = '';
    const send = () => {
      for (const reader of this.#readers) {
        reader.write(text);
        if (reader.writableLength > maxWaiting) reader.destroy();
      }
      text = '';
    };
    return this.#subscribe(({ event, data }) => {
      if (text === '') setTimer(send, collecting);
      text += `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    });
  }
}
