/** What a client's `rateLimit` shows. */
export interface RateLimitState {
  /** Requests in one window. */
  readonly limit: number;
  /** Slots this process holds: requests under way, and those answered less than one window ago. */
  readonly used: number;
  /** Calls waiting for a slot. */
  readonly queued: number;
  /** When the pause after a 429 ends, in milliseconds since 1970; `null` when there is none. */
  readonly pausedUntil: number | null;
}
