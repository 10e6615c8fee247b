import type { RouteResponse, Transport } from '../../../panel/transport/transport.ts';

/**
 * The manager's way to the preview, whose page may not be there yet or be loaded again: what was asked of a page that is
 * gone is never answered. So whatever is being read is asked once more when a page has started over; changes are not.
 */
export function lastingTransport(transport: Transport): Transport {
  const reading = new Set<() => void>();
  transport.subscribe((event) => {
    if (event.type === 'another') for (const ask of reading) ask();
  });
  return {
    ...transport,
    send(method, path, body) {
      if (method !== 'GET') return transport.send(method, path, body);
      const { promise, resolve, reject } = Promise.withResolvers<RouteResponse>();
      const ask = () => void transport.send(method, path, body).then(resolve, reject);
      reading.add(ask);
      ask();
      return promise.finally(() => reading.delete(ask));
    },
  };
}
