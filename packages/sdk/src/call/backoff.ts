/** The shortest wait before a retry, also where the service asks for none: a herd must not return in one instant. */
const floorMs = 100;
/** Upper end of the first backoff; each further one doubles. */
const firstMs = 500;
const longestMs = 20_000;
/** How much later than asked calls return that were all asked to wait for the same time. */
const spreadMs = 1000;

/** Exponential backoff with full jitter over a floor, for the retry after `retries` earlier ones. */
export function backoffMs(retries: number): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** retries);
  return floorMs + Math.random() * (ceiling - floorMs);
}

/** A wait the service asked for, never cut short, with some jitter on top. */
export function spreadOut(askedMs: number): number {
  return Math.max(floorMs, askedMs) + Math.random() * Math.min(spreadMs, Math.max(floorMs, askedMs / 10));
}
