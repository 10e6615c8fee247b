import type { ServerSide } from './server-side.ts';

/** A page shares no store with other processes and may wake its calls, and each byte counts there. */
export const serverSide: ServerSide | undefined = undefined;
