import type { Transport } from '../../panel/transport/transport.ts';
import { effectsOf } from '../control/effects.ts';

/** Whether calling a method twice may differ from calling it once. */
function isChange(method: string): boolean {
  return effectsOf(method).changes.length > 0;
}

/**
 * Returns a transport from the manager to the preview, whose page may not be loaded yet, or may be reloaded before it responds.
 * Repeats pending calls after each load of the page, but no changes.
 */
export function lastingTransport(transport: Transport): Transport {
  const pending = new Set<() => void>();
  transport.subscribe((event) => {
    if (event.type === 'another') for (const repeat of pending) repeat();
  });
  return {
    ...transport,
    call(method, input) {
      if (isChange(method)) return transport.call(method, input);
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const callOnce = () => void transport.call(method, input).then(resolve, reject);
      pending.add(callOnce);
      callOnce();
      return promise.finally(() => pending.delete(callOnce));
    },
  };
}
