import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Knows which connections are answering a request, so that closing ends the others at once. */
export class Connections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Responses under way, with their sockets: a response that has ended has lost its own. */
  readonly #responses = new Map<ServerResponse, Socket>();
  readonly #streams = new Set<ServerResponse>();
  #closed: Promise<void> | undefined;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      // Node takes its own listener off a socket that asks for a tunnel. A reset then would end the process.
      socket.on('error', () => {});
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** To be told of every response. */
  begin(response: ServerResponse): void {
    const { socket } = response.req;
    this.#responses.set(response, socket);
    response.once('close', () => {
      this.#responses.delete(response);
      this.#streams.delete(response);
      if (this.#closed) socket.destroySoon();
    });
  }

  /** To be told of a response that ends only with the server. */
  stream(response: ServerResponse): void {
    this.#streams.add(response);
  }

  /** Ends idle and half-open connections, waits up to `timeout` for the others, and cuts those; asked again, at once. */
  close(timeout: number): Promise<void> {
    if (this.#closed) {
      this.#cut(this.#sockets);
      return this.#closed;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closed = promise;
    const timer = setTimeout(() => this.#cut(this.#sockets), timeout);
    this.#server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    for (const stream of this.#streams) stream.end();
    const busy = new Set(this.#responses.values());
    this.#cut([...this.#sockets].filter((socket) => !busy.has(socket)));
    return promise;
  }

  #cut(sockets: Iterable<Socket>): void {
    for (const socket of sockets) socket.destroy();
  }
}
