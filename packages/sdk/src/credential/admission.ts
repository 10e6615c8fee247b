import type { RequestInFlight } from './circuit.ts';
import type { Credential, CredentialSource } from './credential.ts';
import type { SharedFailures } from './shared-failures.ts';

/** What an admission is made from. */
export interface AdmissionParts {
  readonly source: CredentialSource;
  readonly credential: Credential;
  /** Without lockout protection there is none. */
  readonly inFlight: RequestInFlight | undefined;
  /** Where a store counts failures too. */
  readonly failures?: SharedFailures | undefined;
  /** Gives back the slot, whose request counts as answered that many milliseconds from now. Only the first time counts. */
  settle(afterMs: number): void;
}

/** Leave to send one request: the credential, a place in flight, and a slot under the rate limit. */
export class Admission {
  readonly #parts: AdmissionParts;
  /** `'again'` after a 401 after which the call may be sent once more. */
  verdict: 'again' | undefined;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  get token(): string {
    return this.#parts.credential.token;
  }

  /** Whether the token is one of several, of a provider. */
  get isProvided(): boolean {
    return this.#parts.source.renewable;
  }

  /** Whether the answer's body is worth reading as a proof: not while the last proof is recent. */
  get wantsProof(): boolean {
    const { inFlight } = this.#parts;
    return inFlight?.circuit.wantsProof(inFlight) ?? false;
  }

  /**
   * For how many milliseconds beyond its timeout a request that is given up stays open, so that its status is still seen;
   * `undefined` when nobody wants to see it.
   */
  lingerMs(timeoutMs: number): number | undefined {
    const { inFlight } = this.#parts;
    return inFlight?.circuit.lingerMs(inFlight, timeoutMs);
  }

  /** The status line has come: see {@link Circuit.answered}. */
  answered(status: number, mayRepeat: boolean): 'again' | undefined {
    const { inFlight, failures, source, credential } = this.#parts;
    failures?.report(status === 401);
    if (inFlight) this.verdict = inFlight.circuit.answered(inFlight, status, mayRepeat);
    else if (status === 401 && source.renewable) {
      source.discard(credential);
      this.verdict = 'again';
    }
    return this.verdict;
  }

  /** Records a response that the platform can't parse, not even its status. */
  unreadable(): void {
    const { inFlight, failures } = this.#parts;
    const mayBeRefused = inFlight?.circuit.unreadable(inFlight) ?? false;
    failures?.report(mayBeRefused);
  }

  /** The call has ended without a status, by its timeout or an abort. */
  givenUp(isExpired: boolean): void {
    const { inFlight } = this.#parts;
    inFlight?.circuit.givenUp(inFlight, isExpired);
  }

  /** Nothing more will come of the request. `isProof`: only an accepted credential can have got its answer. */
  ended(isProof: boolean): void {
    const { inFlight, failures } = this.#parts;
    failures?.report(false);
    inFlight?.circuit.ended(inFlight, isProof);
  }

  /** The request counts as answered, or will `afterMs` from now: until then it may still arrive. */
  settle(afterMs = 0): void {
    this.#parts.settle(afterMs);
  }

  /** Nothing was sent. */
  withdraw(): void {
    this.settle(Number.NEGATIVE_INFINITY);
    this.ended(false);
  }
}
