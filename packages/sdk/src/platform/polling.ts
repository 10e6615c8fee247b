/** How often a waiting call looks again where no other call may wake it. */
export const pollMs = 25;

/** Where calls poll: for how long one that has stopped looking keeps its place in the queue. */
export const silentForMs = 1000;

/**
 * Whether waiting calls must poll. In Cloudflare Workers a request may not settle a promise of another one, is ended
 * when it waits without a timer of its own, and runs no `finally` when it is ended.
 */
export function mustPoll(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}

/**
 * When a lease ends by itself. Only where polling is needed: elsewhere a `finally` always gives back what was taken.
 */
export function leaseEnd(now: number, leaseMs: number): number {
  return mustPoll() ? now + leaseMs : Number.POSITIVE_INFINITY;
}
