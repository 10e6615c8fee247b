import { controlOf } from '../../src/control/control.ts';
import type { Mock } from '../../src/create-mock/mock.ts';
import { errorOf, eventOf, type Transport } from './transport.ts';

/** Returns a transport to a mock on the same page. */
export function directTransport(mock: Mock): Transport {
  const control = controlOf(mock);
  return {
    async call(method, input = {}) {
      try {
        return copy(await control.call(method, copy(input)));
      } catch (error) {
        throw errorOf(method, error);
      }
    },
    subscribe(listener) {
      listener({ type: 'connection', connected: true });
      return control.subscribe(({ event, data }) => {
        const mockEvent = eventOf(event, data);
        if (mockEvent) listener(mockEvent);
      });
    },
  };
}

/** Copies a value, as HTTP does, so that panel and mock share no object. */
function copy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
