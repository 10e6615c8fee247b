import { hexDigest } from '../platform/hex-digest.ts';
import type { AuthenticationState, AuthenticationStep, RateLimitStore } from '../rate-limit/store.ts';
import { failureLastsMs, failuresRisked, type Ledger } from './ledger.ts';
import type { Permit } from './permit.ts';

/** How long to wait for the probes of other processes when nothing says when they end. */
const askAgainMs = 250;

/** The failures that all processes with one store count together. Requests under way stay each process's own. */
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
      // Once the failures are used up a credential that has worked may still try, one request at a time: the guard sees
      // to that in this process.
      return state.ok || (hasWorked && state.failures >= failuresRisked) ? 0 : askAgainMs;
    } catch {
      // Its slot is asked of the same store next: `onStoreError` decides there.
      return 0;
    }
  }

  /** The same permit, which also tells the store how its request ended. */
  reporting(permit: Permit, id: string): Permit {
    // The store knows of probes alone; of any other request it needs to learn only that it was refused.
    let isReported = !permit.isProbe;
    const notRefused = () => {
      if (!isReported) this.#report('accepted', id);
      isReported = true;
    };
    const endingWith = (step: () => void) => () => {
      notRefused();
      step();
    };
    return {
      ...permit,
      answered: (status) => {
        if (status === 401) {
          isReported = true;
          this.#report('refused', id);
        }
        notRefused();
        return permit.answered(status);
      },
      expired: endingWith(permit.expired),
      release: endingWith(permit.release),
      withdraw: endingWith(permit.withdraw),
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
