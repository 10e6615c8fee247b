import { limits } from '@issue-tracking/model';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../rate-limit/refusal.ts';
import type { Credential, CredentialSource } from './credential.ts';
import { type FailureBudget, failuresRisked, type Place, type Scope } from './failure-budget.ts';
import type { SharedFailures } from './shared-failures.ts';

/** What a circuit is made from. */
export interface CircuitOptions {
  readonly source: CredentialSource;
  readonly scope: Scope;
  readonly clock: Clock;
  readonly budget: FailureBudget;
  /** Called when calls that wait may go on. */
  readonly onChange: () => void;
}

/** For how long a success closes the circuit. The credential may be revoked at any time; each success proves it again. */
const provenForMs = 60_000;
/** After so long without any status one more trial is sent: a request that hangs must not hold up all calls. */
const silenceMs = 1_000;
/** How long the circuit stays open after a first failure and after a second. After more, until fewer than 3 are left. */
const openForMs = [0, 5_000, 60_000];
/** So many refused tokens of a provider in a row are a refusal of the provider: one may just have expired. */
const refusalsAllowed = 2;

/** What is known of a credential since it is in use, or since the circuit was last open. */
interface Evidence {
  readonly credential: Credential;
  /** When the last success ends to be a proof; 0 before the first. */
  provenUntil: number;
  /** Refused although it had worked: the next verdict tells whether that was a mistake. */
  isSuspect: boolean;
  /** Requests whose verdict is still to come: in flight, or their bodies being read. */
  undecided: number;
}

/** A request that was let through. */
export interface RequestInFlight {
  readonly circuit: Circuit;
  readonly evidence: Evidence;
  readonly place: Place;
  readonly sentAt: number;
  /** Sent to find out whether the credential is good. */
  readonly isTrial: boolean;
  isUndecided: boolean;
}

/**
 * The circuit breaker of one credential, which a 401 opens. Closed: requests go out. Half-open: one goes as a trial and
 * the others wait for its verdict. Open: calls fail unsent. The budget keeps the lockout off; all that is decided here
 * is how soon calls go on. It never waits: calls wait in the queue, and ask again when something has changed.
 *
 * docs/contributing/circuit.md draws the states.
 */
export class Circuit {
  readonly #options: CircuitOptions;
  readonly #budget: FailureBudget;
  #evidence: Evidence | undefined;
  #openUntil = 0;
  /** Whether any credential of the source was accepted since the circuit was last open. */
  #worked = false;
  #refusalsInARow = 0;
  #lastStatusAt = Number.NEGATIVE_INFINITY;
  #lastSentAt = Number.NEGATIVE_INFINITY;
  /** Whether a request has timed out, and nobody was answered since it was sent. */
  isHung = false;

  constructor(options: CircuitOptions) {
    this.#options = options;
    this.#budget = options.budget;
  }

  get scope(): Scope {
    return this.#options.scope;
  }

  get isClosed(): boolean {
    return (this.#evidence?.provenUntil ?? 0) > this.#options.clock.now();
  }

  /** Whether a new one would behave the same. */
  get idle(): boolean {
    return this.#openUntil <= this.#options.clock.now() && this.#budget.idle;
  }

  /** Why no call may even wait; `undefined` unless the circuit is open. */
  refusal(): Refusal | undefined {
    const now = this.#options.clock.now();
    const until = Math.max(this.#openUntil, this.#budget.freeAt(failuresRisked - this.#keptForOthers));
    if (until <= now) return undefined;
    const wait = `for another ${Math.ceil((until - now) / 1000)} s, until ${new Date(until).toISOString()}`;
    const problem =
      until === this.#openUntil
        ? `The credential was refused; it is held back ${wait}`
        : `Failed authentications in the last 15 minutes: ${this.#budget.failures}; after ${limits.authenticationFailures} the service locks out, so nothing more is risked ${wait}`;
    return new Refusal('AuthenticationError', `${problem}: this call was not sent`, { retryAt: until });
  }

  /**
   * Lets a request through, or says in how many milliseconds to ask again if nothing changes before. `leaseUntil`: when
   * it is over although nobody said so.
   */
  enter(credential: Credential, leaseUntil: number, maxInFlight: number): RequestInFlight | number {
    const now = this.#options.clock.now();
    const evidence = this.#evidenceOf(credential);
    const isClosed = now < evidence.provenUntil;
    const wait = isClosed ? this.#waitClosed(maxInFlight) : this.#waitHalfOpen(evidence, now);
    if (wait > 0) {
      this.#budget.whenRoom(this.#options.onChange);
      return wait;
    }
    evidence.undecided++;
    this.#lastSentAt = now;
    const place = this.#budget.take(leaseUntil);
    return { circuit: this, evidence, place, sentAt: now, isTrial: !isClosed, isUndecided: true };
  }

  /** Asks a store whether a trial may go, as far as other processes know; 0, or the milliseconds until it may be asked again. */
  claim(failures: SharedFailures, leaseMs: number, signal: AbortSignal): Promise<number> {
    return failures.claim(this.#budget, failuresRisked - this.#keptForOthers, leaseMs, signal);
  }

  /** Whether another proof would be news soon. */
  wantsProof({ evidence }: RequestInFlight): boolean {
    return evidence.provenUntil - this.#options.clock.now() < provenForMs / 2;
  }

  /** A renewed token may fail as well as the one before, so with a provider a place is kept for it. */
  #waitClosed(maxInFlight: number): number {
    const { inFlight } = this.#budget;
    const kept = this.#options.source.renewable && inFlight > 0 ? 1 : 0;
    return inFlight < maxInFlight && this.#budget.hasRoom(kept) ? 0 : Number.POSITIVE_INFINITY;
  }

  #waitHalfOpen({ isSuspect, undecided }: Evidence, now: number): number {
    if (!this.#budget.hasRoom(this.#keptForOthers)) return Number.POSITIVE_INFINITY;
    if (undecided === 0 && !isSuspect) return 0;
    return Math.max(0, Math.max(this.#lastStatusAt, this.#lastSentAt) + silenceMs - now);
  }

  /** At an address one failure is kept for those that have worked: else bad keys would stop a good one. */
  get #keptForOthers(): number {
    return this.#options.scope === 'address' && !this.#worked ? 1 : 0;
  }

  /**
   * For how much longer a request that is given up keeps its place, and its status counts. Nothing is known to be good
   * about its credential, so the next ones would be refused too, and nobody would see how many.
   */
  lingerMs({ evidence }: RequestInFlight, timeoutMs: number): number {
    return this.#options.clock.now() < evidence.provenUntil ? 0 : timeoutMs;
  }

  /**
   * The status line has come: the request is no longer in flight. `'again'` when it was a 401 that isn't believed yet,
   * or of a token that is being replaced: the call is sent once more. `mayRepeat`: whether it may be, with the same
   * credential.
   */
  answered(request: RequestInFlight, status: number, mayRepeat: boolean): 'again' | undefined {
    this.#lastStatusAt = this.#options.clock.now();
    this.isHung = false;
    if (status !== 401) {
      this.#budget.giveBack(request.place);
      return undefined;
    }
    // Before its place is free: the next one must not go out as if nothing had happened.
    this.#refused(request, mayRepeat);
    this.ended(request, false);
    const isRepeatable = mayRepeat || this.#options.source.renewable;
    return isRepeatable && !this.refusal() ? 'again' : undefined;
  }

  /**
   * Records a response whose status can't be read, and returns whether it counts as a failed authentication. Unless the
   * credential is known to be good, each such response may have been a 401.
   */
  unreadable({ evidence }: RequestInFlight): boolean {
    this.#lastStatusAt = this.#options.clock.now();
    this.isHung = false;
    const mayBeRefused = this.#lastStatusAt >= evidence.provenUntil;
    if (mayBeRefused) this.#budget.failed();
    return mayBeRefused;
  }

  /** Its call has ended without it: nobody waits for its verdict any more, but it keeps its place. */
  givenUp(request: RequestInFlight, isExpired: boolean): void {
    if (isExpired && this.#lastStatusAt <= request.sentAt) this.isHung = true;
    this.#decided(request);
    this.#options.onChange();
  }

  /** Nothing more will come of it. `isProof`: only an accepted credential can have got its answer. */
  ended(request: RequestInFlight, isProof: boolean): void {
    if (isProof) this.#accepted(request);
    this.#decided(request);
    this.#budget.giveBack(request.place);
    this.#options.onChange();
  }

  #decided(request: RequestInFlight): void {
    if (request.isUndecided) request.evidence.undecided--;
    request.isUndecided = false;
  }

  #accepted({ evidence }: RequestInFlight): void {
    const { clock, scope } = this.#options;
    // It was sent before the circuit opened, or with a token that was replaced.
    if (evidence !== this.#evidence) return;
    // The failures of the tokens before it. An address's remain, whatever credential they were made with.
    if (evidence.provenUntil === 0 && scope === 'credential' && this.#options.source.renewable) this.#budget.forget();
    evidence.provenUntil = clock.now() + provenForMs;
    evidence.isSuspect = false;
    this.#worked = true;
    this.#refusalsInARow = 0;
  }

  #refused({ evidence }: RequestInFlight, mayRepeat: boolean): void {
    const { source, clock, scope } = this.#options;
    const isLate = evidence !== this.#evidence;
    const isForgotten = isLate && scope === 'credential' && source.renewable && (this.#evidence?.provenUntil ?? 0) > 0;
    if (!isForgotten) this.#budget.failed();
    // Also a late one: it tells that the credential wasn't rejected by mistake.
    const isInUse = source.renewable && source.discard(evidence.credential);
    let isBelieved = clock.now() < this.#openUntil;
    if (!isLate && !isBelieved) {
      evidence.provenUntil = 0;
      if (source.renewable) {
        // The renewed token is the trial; what the old one still brings says nothing of it.
        this.#evidence = undefined;
        isBelieved = isInUse && ++this.#refusalsInARow >= refusalsAllowed;
      } else {
        isBelieved = !this.#worked || evidence.isSuspect || !mayRepeat;
        evidence.isSuspect = true;
      }
    }
    if (isBelieved) this.#open();
  }

  /** Nothing is sent until a trial is due. What is in flight counts as a failure, but says nothing of that trial. */
  #open(): void {
    const { failures } = this.#budget;
    const until = this.#options.clock.now() + (openForMs[failures] ?? 0);
    this.#openUntil = Math.max(this.#openUntil, until, this.#budget.freeAt(openForMs.length));
    // Else each later trial would be believed only with a second one.
    this.#worked = false;
    this.#evidence = undefined;
  }

  #evidenceOf(credential: Credential): Evidence {
    if (this.#evidence?.credential !== credential) {
      this.#evidence = { credential, provenUntil: 0, isSuspect: false, undecided: 0 };
    }
    return this.#evidence;
  }
}
