import type { ControlContext, StreamRoute } from './route.ts';

/** Requests as they are answered, and what has changed, a few times a second at most. */
export const events: StreamRoute = {
  method: 'GET',
  path: 'events',
  summary:
    'Server-sent events: request, with each entry of the log when its response is sent; change, with { what } has changed: records, faults, stubs, clock, settings, credentials, snapshots, requests or all',
  subscribe({ internals }: ControlContext, listener) {
    const stops = [
      internals.service.requestLog.subscribe((entry) => {
        listener({ event: 'request', data: entry });
        // It has taken a place in a window, or counted as a failure.
        internals.service.changes.notify('credentials');
      }),
      internals.service.changes.subscribe((what) => listener({ event: 'change', data: { what } })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
};
