import type { RequestEntry } from '../log/request-entry.ts';
import type { ControlContext, StreamRoute } from './route.ts';

/** Streams requests with their responses, and changes, at most 4 times a second. */
export const events: StreamRoute = {
  method: 'GET',
  path: 'events',
  summary:
    'Server-sent events: request, with each entry of the log when its response is sent; change, with { what }: records, faults, clock, settings, credentials, snapshots, requests or all',
  subscribe({ internals: { service } }: ControlContext, listener) {
    const onRequest = (entry: RequestEntry) => {
      listener({ event: 'request', data: entry });
      // Each request uses a slot of a rate limit, or counts as a failed authentication.
      service.changes.notify('credentials');
    };
    service.requestListeners.add(onRequest);
    const unsubscribe = service.changes.subscribe((what) => listener({ event: 'change', data: { what } }));
    return () => {
      service.requestListeners.delete(onRequest);
      unsubscribe();
    };
  },
};
