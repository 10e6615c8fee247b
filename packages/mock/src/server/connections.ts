import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Tracks connections with a request in flight, so that closing ends the others immediately. */
export class Connections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Responses in flight, with their sockets: an ended response no longer has one. */
  readonly #responses = new Map<ServerResponse, Socket>();
  readonly #streams = new Set<ServerResponse>();
  #closed: Promise<void> | undefined;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      // It was accepted before the server stopped listening, and is told afterwards.
      if (this.#closed) return void socket.destroy();
      this.#sockets.add(socket);
      // Node removes its own listener from the socket of a CONNECT request: an error would end the process.
      socket.on('error', () => {});
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Registers a response. */
  begin(response: ServerResponse): void {
    const { socket } = response.req;
    this.#responses.set(response, socket);
    response.once('close', () => {
      this.#responses.delete(response);
      this.#streams.delete(response);
      if (this.#closed) socket.destroySoon();
    });
  }

  /** Registers a response that ends only with the server. */
  stream(response: ServerResponse): void {
    this.#streams.add(response);
  }

  /** Closes idle and half-open connections, and the others after up to `timeout` ms. A second call closes all immediately. */
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
