import type { ServerResponse } from 'node:http';
import { unfaked } from '../platform/clock/unfaked.ts';
import { HttpError } from '../platform/http/http-error.ts';
import type { ControlContext, StreamRoute } from './route.ts';

/** Maximum open event streams. */
const maxStreams = 256;
/** Maximum buffered bytes for a slow reader. */
const maxWaiting = 262_144;
/** Time to collect events before one write per reader, in milliseconds of real time. */
const collecting = 20;

// Panels must receive events while a test uses fake timers.
const setTimer = unfaked('setTimeout');

/** Sends server-sent events. Each event is serialized once for all readers. */
export class EventStreams {
  readonly #context: ControlContext;
  readonly #readers = new Map<StreamRoute, Set<ServerResponse>>();
  #count = 0;

  constructor(context: ControlContext) {
    this.#context = context;
  }

  /** Streams events until the reader disconnects or the server closes. @throws HttpError 503 for too many streams. */
  add(route: StreamRoute, response: ServerResponse): void {
    if (this.#count >= maxStreams) {
      throw new HttpError(503, `${maxStreams} event streams are already open: close one`);
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    response.write(': events follow\n\n');
    const readers = this.#readers.get(route) ?? this.#subscribe(route);
    readers.add(response);
    this.#count += 1;
    response.once('close', () => {
      this.#count -= 1;
      readers.delete(response);
    });
  }

  /** Subscribes for the first reader; unsubscribes after the last. */
  #subscribe(route: StreamRoute): Set<ServerResponse> {
    const readers = new Set<ServerResponse>();
    this.#readers.set(route, readers);
    let text = '';
    const send = () => {
      for (const reader of readers) {
        reader.write(text);
        if (reader.writableLength > maxWaiting) reader.destroy();
      }
      text = '';
    };
    const stop = route.subscribe(this.#context, ({ event, data }) => {
      if (readers.size === 0) {
        stop();
        this.#readers.delete(route);
        return;
      }
      if (text === '') setTimer(send, collecting);
      text += `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    });
    return readers;
  }
}
