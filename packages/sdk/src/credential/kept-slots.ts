import { goesBefore, type QueueEntry } from './queue-entry.ts';
import { CompositeTicket, type Ticket } from './ticket.ts';

/** The slots kept for composite calls that have begun: one for each request that they declared and have not asked for. */
export class KeptSlots {
  readonly #begun = new Set<CompositeTicket>();

  /** Keeps slots for what a composite call declared, from its first request to `until` at most. */
  begin(ticket: Ticket, until: number): void {
    if (!(ticket instanceof CompositeTicket) || ticket.declared === 0 || this.#begun.has(ticket)) return;
    ticket.declaredUntil = until;
    this.#begun.add(ticket);
  }

  /** Returns how many slots under its limit are kept from a call: for those before it, never for its own. */
  before(entry: QueueEntry, now: number): number {
    let kept = 0;
    for (const ticket of this.#begun) {
      if (ticket.declared === 0 || ticket.declaredUntil <= now) this.#begun.delete(ticket);
      else if (ticket !== entry.call.ticket && ticket.limit === entry.policy.limit && goesBefore(ticket, entry))
        kept += ticket.declared;
    }
    return kept;
  }
}
