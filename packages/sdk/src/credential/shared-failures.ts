import { limits } from '@issue-tracking/model';
import { hexDigest } from '../platform/hex-digest.ts';
import { orAbort } from '../platform/on-abort.ts';
import type { AuthenticationStep, RateLimitStore } from '../rate-limit/store.ts';
import { type FailureBudget, failuresRisked, type Scope } from './failure-budget.ts';

/** How long to wait for the trials of other processes when nothing says when they end. */
const askAgainMs = 250;

/**
 * What one request has to do with the failures that all processes with one store count together. Trials are counted
 * with them; other requests in flight stay each process's own, and only their refusals are told.
 */
export class SharedFailures {
  readonly #id = crypto.randomUUID();
  readonly #store: RateLimitStore;
  readonly #key: Promise<string>;
  /** Whether the store still counts the request as a trial. */
  #isTrial = false;

  constructor(store: RateLimitStore, origin: string, scope: Scope, token: string) {
    this.#store = store;
    this.#key = hexDigest('SHA-256', scope === 'address' ? origin : `${origin} ${token}`);
  }

  /**
   * Asks for leave to send a trial while failures and trials are fewer than `limit`; says in how many milliseconds to ask
   * again, 0 when it may go.
   */
  async claim(budget: FailureBudget, limit: number, leaseMs: number, signal: AbortSignal): Promise<number> {
    this.#isTrial = true;
    try {
      const state = await orAbort(this.#tell('probe', limit, leaseMs), signal);
      if (!state) return 0;
      budget.learn(state.failures, state.freeInMs);
      return state.ok ? 0 : askAgainMs;
    } catch {
      // Its slot is asked of the same store next: `onStoreError` decides there.
      return 0;
    }
  }

  /** How the request ended. Lost on the way, a trial's lease ends by itself. */
  report(isRefused: boolean): void {
    if (!isRefused && !this.#isTrial) return;
    this.#isTrial = false;
    this.#tell(isRefused ? 'refused' : 'accepted', failuresRisked, 0).catch(() => {});
  }

  async #tell(kind: AuthenticationStep['kind'], limit: number, leaseMs: number) {
    const step = { kind, id: this.#id, limit, windowMs: limits.authenticationWindowMs, leaseMs };
    return this.#store.authentication?.(await this.#key, step);
  }
}
