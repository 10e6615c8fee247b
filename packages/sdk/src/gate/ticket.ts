import { processGlobal } from '../platform/process-global.ts';
import type { RateWindow } from './window.ts';

/** A call's place in the order of all calls. Its retries, and all requests of a composite call, keep the place. */
export interface Ticket {
  readonly number: number;
  /** Writes go before reads of the same priority. */
  readonly isWrite: boolean;
  /** Whether a request of the call was sent. */
  hasBegun: boolean;
  /**
   * Slots to take with the first request, for requests that follow. Without them, many composite calls at once would use the
   * whole rate for their first requests, and none would finish.
   */
  wants: number;
  /** Slots that it has taken and not used, where, and until when. */
  kept: number;
  window?: RateWindow;
  lease?: number;
}

const last = processGlobal('tickets', () => ({ number: 0 }));

/** Returns a ticket behind all earlier ones of the program, for a call of so many requests. */
export function newTicket(isWrite: boolean, requests = 1): Ticket {
  return { number: ++last.number, isWrite, hasBegun: false, wants: requests - 1, kept: 0 };
}

/** Gives back slots of a composite call: some that it doesn't need, or all at its end. */
export function giveBack(ticket: Ticket, slots: number = ticket.kept): void {
  for (; slots > 0 && ticket.kept > 0; slots--, ticket.kept--) ticket.window?.giveBack(ticket.lease ?? 0);
}
