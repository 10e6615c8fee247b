import { expect, test } from 'vitest';
import { Ticket } from './ticket.ts';
import { RateWindow } from './window.ts';

const never = Number.POSITIVE_INFINITY;
const [lease, keptLease] = [1_000, 2_000];

/** The slots that a call's next request takes, and those that are used. */
const slots = (ticket: Ticket, window: RateWindow) => [ticket.slotsFor(never, window), window.used(0)];

test('later calls have higher numbers', () => {
  expect(new Ticket(true).number).toBeLessThan(new Ticket(false).number);
});

test('a call takes one slot for each request', () => {
  const [ticket, window] = [new Ticket(false), new RateWindow(10)];
  for (const used of [1, 2]) {
    ticket.take(never, window, lease, keptLease);
    expect(slots(ticket, window)).toEqual([1, used]);
  }
});

test('a composite call takes the slots of all its requests with the first one, and then one each [LIM-1]', () => {
  const [ticket, window] = [new Ticket(false, 3), new RateWindow(10)];
  expect(slots(ticket, window)).toEqual([3, 0]);
  for (const next of [0, 0, 1]) {
    ticket.take(never, window, lease, keptLease);
    expect(slots(ticket, window)).toEqual([next, 3]);
  }
  ticket.take(never, window, lease, keptLease);
  expect(window.used(0)).toBe(4);
});

test('a composite call asks for no more slots than there are', () => {
  const [ticket, window] = [new Ticket(false, 3), new RateWindow(10)];
  expect(ticket.slotsFor(2, window)).toBe(2);
  ticket.take(2, window, lease, keptLease);
  expect(window.used(0)).toBe(2);
});

test('a slot that is kept gets the lease of its request', () => {
  const [ticket, window] = [new Ticket(false, 3), new RateWindow(10)];
  for (const until of [100, 200]) ticket.take(never, window, until, keptLease);
  expect([110, 210, keptLease + 10].map((now) => window.used(now))).toEqual([2, 1, 0]);
});

test('slots that a call does not need are given back: some, or all at its end', () => {
  const [ticket, window] = [new Ticket(false, 4), new RateWindow(10)];
  ticket.take(never, window, lease, keptLease);
  ticket.free(1);
  expect(slots(ticket, window)).toEqual([0, 3]);
  ticket.free();
  ticket.free();
  expect(slots(ticket, window)).toEqual([1, 1]);
});

test('with another credential, the slots that are left are taken in its window', () => {
  const [ticket, before, after] = [new Ticket(false, 3), new RateWindow(10), new RateWindow(10)];
  ticket.take(never, before, lease, keptLease);
  expect(slots(ticket, after)).toEqual([2, 0]);
  expect(before.used(0)).toBe(1);
  ticket.take(never, after, lease, keptLease);
  expect(slots(ticket, after)).toEqual([0, 2]);
});
