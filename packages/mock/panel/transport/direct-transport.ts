import { controlApiInProcess } from '../../src/control-api/in-process.ts';
import type { Mock } from '../../src/mock/mock.ts';
import { eventOf, type Transport } from './transport.ts';

/** Returns a transport to a mock on the same page. */
export function directTransport(mock: Mock): Transport {
  const api = controlApiInProcess(mock);
  return {
    send: (method, path, body) => api.send(method, path, body),
    subscribe(listener) {
      listener({ type: 'connection', connected: true });
      return api.subscribe(({ event, data }) => {
        const mockEvent = eventOf(event, data);
        if (mockEvent) listener(mockEvent);
      });
    },
  };
}
