import type { Clock } from '@issue-tracking/sdk';
import type { Switches } from './switches.ts';

/** What the service makes of a request's credential. `authenticated`: the rest of the service may look at it. */
export type Authentication = 'authenticated' | 'rejected' | 'locked out';

/** One failed authentication, as the service counted it. */
export interface FailedAuthentication {
  readonly at: number;
  readonly source: string;
  readonly token: string;
}

/** Keys and tokens, when they end, and the failures of each or of each address (AUTH-3, AUTH-7). */
export class Authenticator {
  readonly #clock: Clock;
  readonly #switches: Switches;
  /** When each known credential ends. */
  readonly #endsAt = new Map<string, number>();
  readonly #failures: FailedAuthentication[] = [];
  /** Credentials refused so many times more although they are good. */
  readonly #spurious = new Map<string, number>();

  constructor(clock: Clock, switches: Switches) {
    this.#clock = clock;
    this.#switches = switches;
  }

  grant(token: string, endsAt = Number.POSITIVE_INFINITY): void {
    this.#endsAt.set(token, endsAt);
  }

  revoke(token: string): void {
    this.#endsAt.set(token, this.#clock.now());
  }

  /** The next `times` requests with this good credential fail all the same. */
  failNext(token: string, times: number): void {
    this.#spurious.set(token, times);
  }

  check(token: string, source: string): Authentication {
    const now = this.#clock.now();
    const spurious = this.#spurious.get(token) ?? 0;
    if (spurious > 0) this.#spurious.set(token, spurious - 1);
    const good = spurious === 0 && now < (this.#endsAt.get(token) ?? 0);
    const { failures, windowMs, by } = this.#switches.lockout;
    const isCounted = (one: FailedAuthentication) =>
      one.at > now - windowMs && (by === 'address' ? one.source === source : one.token === token);
    const recent = this.#failures.filter(isCounted).length;
    if (recent >= failures && (!good || this.#switches.lockoutStopsAll)) return 'locked out';
    if (good) return 'authenticated';
    this.#failures.push({ at: now, source, token });
    return 'rejected';
  }

  get failures(): readonly FailedAuthentication[] {
    return this.#failures;
  }
}

/** The most of these times that lie within any `windowMs`. */
export function mostWithin(times: readonly number[], windowMs: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  let most = 0;
  for (let first = 0, last = 0; last < sorted.length; last++) {
    while ((sorted[first] ?? 0) <= (sorted[last] ?? 0) - windowMs) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
