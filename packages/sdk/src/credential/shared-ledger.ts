import { hexDigest } from '../platform/hex-digest.ts';
import type { AuthenticationState, AuthenticationStep, RateLimitStore } from '../rate-limit/store.ts';
import { failureLastsMs, failuresRisked, type Ledger } from './ledger.ts';
import type { Permit } from './permit.ts';

/** How long to wait for the probes of other processes when nothing says when they end. */
const askAgainMs = 250;

/** The failures that all processes with one store count together. Places in flight stay each process's own. */
export class SharedLedger {
  readonly #store: RateLimitStore;
  readonly #origin: string;
  readonly #ledger: Ledger;
  #key = '';

  constructor(store: RateLimitStore, origin: string, ledger: Ledger) {
    this.#store = store;
    this.#origin = origin;
    this.#ledger = ledger;
  }

  /** Asks for leave to send a credential that may be refused; says in how many milliseconds to ask again. */
  async probe(id: string, leaseMs: number, hasWorked: boolean): Promise<number> {
    try {
      const state = await this.#tell('probe', id, leaseMs);
      if (!state) return 0;
      this.#ledger.learn(state.failures, state.freeInMs);
      // Where failures are used up, one that has worked may try; it is one at a time here.
      return state.ok || (hasWorked && state.failures >= failuresRisked) ? 0 : askAgainMs;
    } catch {
      // The slot of the request is asked of the same store, and what happens then is decided there.
      return 0;
    }
  }

  /** The same permit, of which the other processes learn what they must know. */
  reporting(permit: Permit, id: string): Permit {
    let isOver = !permit.isProbe;
    const over = () => {
      if (!isOver) this.#report('accepted', id);
      isOver = true;
    };
    const then =
      <Args extends unknown[], Result>(step: (...args: Args) => Result) =>
      (...args: Args): Result => {
        over();
        return step(...args);
      };
    return {
      ...permit,
      answered: (status) => {
        if (status === 401) {
          isOver = true;
          this.#report('refused', id);
        }
        over();
        return permit.answered(status);
      },
      expired: then(permit.expired),
      release: then(permit.release),
      withdraw: then(permit.withdraw),
    };
  }

  /** Lost on the way, a probe's lease ends by itself. */
  #report(kind: 'accepted' | 'refused', id: string): void {
    this.#tell(kind, id, 0).catch(() => {});
  }

  async #tell(kind: AuthenticationStep['kind'], id: string, leaseMs: number): Promise<AuthenticationState | undefined> {
    this.#key ||= await hexDigest('SHA-256', this.#origin);
    const [limit, windowMs] = [failuresRisked, failureLastsMs];
    return this.#store.authentication?.(this.#key, { kind, id, limit, windowMs, leaseMs });
  }
}
