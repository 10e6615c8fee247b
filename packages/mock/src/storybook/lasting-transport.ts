import type { RouteResponse, Transport } from '../../panel/transport/transport.ts';

/**
 * Returns a transport from the manager to the preview, whose page may not be loaded yet, or may be reloaded before it responds.
 * Sends pending GET requests again after each load of the page, but no changes.
 */
export function lastingTransport(transport: Transport): Transport {
  const pending = new Set<() => void>();
  transport.subscribe((event) => {
    if (event.type === 'another') for (const resend of pending) resend();
  });
  return {
    ...transport,
    send(method, path, body) {
      if (method !== 'GET') return transport.send(method, path, body);
      const { promise, resolve, reject } = Promise.withResolvers<RouteResponse>();
      const sendOnce = () => void transport.send(method, path, body).then(resolve, reject);
      pending.add(sendOnce);
      sendOnce();
      return promise.finally(() => pending.delete(sendOnce));
    },
  };
}
