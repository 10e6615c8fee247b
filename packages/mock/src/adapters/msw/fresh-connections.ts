import type { Socket } from 'node:net';

// MSW 3 sees a request of `fetch` only on a connection that was opened while it listens. A kept-alive connection that is older
// leads to the real service.

const { subscribe, unsubscribe } = process.getBuiltinModule('node:diagnostics_channel');

/** Dispatchers that `fetch` and undici use unless a request has its own. The second key is undici 8's. */
const keys = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')] as const;
const global: typeof globalThis & { [key in symbol]?: Dispatcher } = globalThis;

/** The used part of undici's dispatchers. */
interface Dispatcher {
  readonly constructor: new (options: unknown) => Dispatcher;
  close(): Promise<void>;
}

/**
 * Lets `fetch` open new connections, and fails requests to a mock that another dispatcher sends on an older one. Returns a function
 * that brings the older connections back, and leaves those opened meanwhile.
 */
export function openFreshConnections(isMocked: (url: URL) => boolean): () => void {
  const replaced = keys.flatMap((key) => {
    const own = global[key];
    // Others, such as a ProxyAgent, can't be made again from their options.
    if (own?.constructor.name !== 'Agent') return [];
    const fresh = new own.constructor(optionsOf(own));
    global[key] = fresh;
    return [{ key, own, fresh }];
  });
  const stopGuarding = guard(isMocked);
  return () => {
    stopGuarding();
    for (const { key, own, fresh } of replaced) {
      if (global[key] === fresh) global[key] = own;
      // Not awaited: it waits for the requests in flight.
      fresh.close().catch(() => {});
    }
  };
}

/** Returns the options that an agent was created with, which undici keeps under a symbol of its own. */
function optionsOf(agent: Dispatcher): unknown {
  const symbol = Object.getOwnPropertySymbols(agent).find(({ description }) => description === 'options');
  return symbol && Reflect.get(agent, symbol);
}

/** The used members of undici's messages. */
interface Connected {
  readonly socket: Socket;
}
interface Sending extends Connected {
  readonly request: { readonly method: string; readonly origin: string | URL; readonly path: string };
}

/** Destroys older connections on which a request to a mock is about to be sent. */
function guard(isMocked: (url: URL) => boolean): () => void {
  const fresh = new WeakSet<Socket>();
  const onConnected = (message: unknown) => void fresh.add((message as Connected).socket);
  const onSending = (message: unknown) => {
    const { socket, request } = message as Sending;
    if (fresh.has(socket)) return;
    const url = new URL(request.path, request.origin);
    if (!isMocked(url)) return;
    socket.destroy(
      new Error(
        `setupMock: ${request.method} ${url.origin}${url.pathname} ` +
          'was about to reach the real service on a connection that was open before server.listen(). ' +
          'Call listen() before the first request, or create the dispatcher of the client after it',
      ),
    );
  };
  subscribe('undici:client:connected', onConnected);
  subscribe('undici:client:sendHeaders', onSending);
  return () => {
    unsubscribe('undici:client:connected', onConnected);
    unsubscribe('undici:client:sendHeaders', onSending);
  };
}
