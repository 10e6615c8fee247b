import { entriesOf, envelopeMember } from '../platform/json.ts';
import type { Listing, Session } from './session.ts';

/** Reads the first page of the issue list, and stores it in the session. */
export async function readListing(session: Session): Promise<Listing> {
  const exchange = await session.service.read({ path: session.project('?limit=100') });
  const items = entriesOf(exchange).filter(({ issueNumber }) => Number.isSafeInteger(issueNumber));
  const received = envelopeMember(exchange, 'total');
  const total = Number.isSafeInteger(received) ? Number(received) : items.length;
  const listing = { exchange, items, total, isWhole: items.length === total };
  session.listing = listing;
  return listing;
}

/** Whether two reads of the list have the same issues, in any order. */
export function isSameListing(a: Listing, b: Listing): boolean {
  return stateOf(a) === stateOf(b);
}

function stateOf({ items, total }: Listing): string {
  const shown = items.map(({ issueNumber, title, status, priority, labels, updatedAt }) =>
    JSON.stringify([issueNumber, title, status, priority, labels, updatedAt]),
  );
  return JSON.stringify([total, shown.sort()]);
}
