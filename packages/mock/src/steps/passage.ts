import { Entry, type Explain } from '../log/entry.ts';
import { open } from '../log/log.ts';
import { type StepName, steps } from '../log/steps.ts';
import type { Said } from '../log/trace.ts';
import { HttpError, type RejectionReason, reportFailure } from '../platform/http/http-error.ts';
import { decoded } from '../platform/http/json.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import type { Reply } from '../platform/http/reply.ts';
import type { Sent } from '../platform/http/sent.ts';
import type { Service } from '../state.ts';
import { tenantOf } from './identify.ts';
import { findRoute, type Route } from './route.ts';

/** The maximum size of a request body, in bytes (GAP-16). */
export const maxBodyBytes = 1_048_576;

/** Methods whose bodies are ignored. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** A request on its way through the service. */
export class Passage {
  /** Another one once the service's state is replaced: the service as it was then. */
  service: Service;
  readonly sent: Sent;
  readonly entry: Entry;
  /** The credential as sent, valid or not. */
  readonly credential: string | undefined;
  /** The route, or the error for an unknown path or method. Known on arrival: faults match by it. */
  readonly route: Route | HttpError;
  /** Lets an `auto` clock jump again. The clock must not jump while the request is handled. */
  releaseClock: () => void;
  #bytes: Promise<Uint8Array | 'too-large'> | undefined;

  constructor(service: Service, sent: Sent) {
    const { state, clock, store } = service;
    this.service = service;
    this.sent = sent;
    this.entry = open(state.log, new Entry(sent, clock.now(), state.settings));
    this.credential = this.entry.credential;
    if (this.credential !== undefined) {
      this.entry.credentialName = store.credential(this.credential)?.name;
      this.entry.tenant = tenantOf(store, this.credential, sent.path);
    }
    this.route = findRoute(this.entry);
    this.releaseClock = clock.pause();
    service.inFlight.add(this);
  }

  /** Enters a step: what it throws is then a rejection by this step. */
  at<Result>(step: StepName, run: () => Result): Result {
    this.entry.step = step;
    return run();
  }

  /** Explains the present step. */
  tell(said: Said | Explain): void {
    this.entry.tell(this.entry.step, said);
  }

  /** Runs steps and makes a response of what they throw. Rejects only if the request's own signal has aborted. */
  async caught(run: () => Promise<Reply | 'drop'>): Promise<Reply | 'drop'> {
    try {
      return await run();
    } catch (thrown) {
      const { entry } = this;
      const error = thrown instanceof HttpError ? thrown : this.#unexpected(thrown);
      const { text, behavior, reason = steps[entry.step].reason ?? 'failure' } = error.why;
      entry.error = error.error;
      entry.rejection = reason;
      this.tell(() => ({ outcome: 'rejected', text: rejectionText(entry, text), behavior }));
      return error.toReply();
    }
  }

  /** Prints an error of the mock, or of a user's function, and returns a 500 that doesn't reveal it. */
  #unexpected(thrown: unknown): HttpError {
    if (this.sent.signal?.aborted) throw thrown;
    reportFailure(thrown);
    const text = 'The mock, or a function passed to it, has thrown an error, which was printed where the mock runs.';
    // enforces ERR-5
    return new HttpError(500, mockTexts.internal).because({ text, reason: 'failure' satisfies RejectionReason });
  }

  /** Waits on the mock's clock, which may jump meanwhile. */
  async sleep(ms: number): Promise<void> {
    const { clock, sleepers } = this.service;
    this.releaseClock();
    try {
      await sleepers.sleep((signal) => clock.sleep(ms, signal), this.sent.signal);
    } finally {
      this.releaseClock = this.service.clock.pause();
    }
  }

  /** Reads the body, once: for the step that needs it, or for the log, which has `bodyKept: 'nothing'` until it gets the text. */
  body(): Promise<Uint8Array | 'too-large'> {
    this.entry.bodyKept = 'nothing';
    this.#bytes ??= this.sent.read(maxBodyBytes);
    return this.#bytes;
  }

  /** Whether the log may still lack the body. */
  get lacksBody(): boolean {
    return !this.entry.hasBody && !bodiless.has(this.sent.method);
  }

  /** Reads the body for the log, if it lacks it. Never rejects. */
  async logBody(): Promise<void> {
    if (!this.lacksBody) return;
    try {
      const bytes = await this.body();
      if (bytes !== 'too-large') this.entry.body = decoded(bytes);
    } catch {
      // The client disconnected, or the body can't be read: the entry keeps `bodyKept: 'nothing'`.
    }
  }
}

/** Returns the cause of a rejection with the `details` of the response, as far as the log has it. */
function rejectionText(entry: Entry, text: string | undefined): string {
  const { details }: { details?: unknown } = Object(entry.shownResponse);
  const listed = Array.isArray(details) && `${details.map(({ field, message }) => `${field} ${message}`).join('; ')}.`;
  return entry.redact([text, listed].filter(Boolean).join(' ') || `${entry.error}.`);
}
