import type { ServerResponse } from 'node:http';
import { unfaked } from '../platform/clock/unfaked.ts';
import { HttpError } from '../platform/http/http-error.ts';
import type { ControlContext, StreamRoute } from './route.ts';

/** How many may follow at once. */
const maxStreams = 256;
/** How much may wait for a reader who does not keep up, in bytes. */
const maxWaiting = 262_144;
/** For how long events are collected, in milliseconds of real time: what they are sent in is then one write for each reader. */
const collecting = 20;

// A panel follows the mock while a test holds the timers still.
const setTimer = unfaked('setTimeout');

/** Server-sent events for any number of readers. Each event is serialized once for all readers. */
export class EventStreams {
  readonly #context: ControlContext;
  readonly #readers = new Map<StreamRoute, Set<ServerResponse>>();
  #count = 0;

  constructor(context: ControlContext) {
    this.#context = context;
  }

  /** Follows until the reader goes, or the server. @throws HttpError when too many follow already. */
  add(route: StreamRoute, response: ServerResponse): void {
    if (this.#count >= maxStreams) {
      throw new HttpError(503, `${maxStreams} event streams are open already: close one`);
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    response.write(': what happens from now on follows\n\n');
    const readers = this.#readers.get(route) ?? this.#subscribe(route);
    readers.add(response);
    this.#count += 1;
    response.once('close', () => {
      this.#count -= 1;
      readers.delete(response);
    });
  }

  /** Begins with the first reader, ends with the last. */
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
