import { bearerOf, type Outcome, type WireRequest } from '../../platform/http/exchange.ts';
import { HttpError, type RefusalReason, reportFailure } from '../../platform/http/http-error.ts';
import { decoded } from '../../platform/http/json.ts';
import type { CheckedCall } from '../handlers/handler.ts';
import { LoggedRequest } from '../request-log/logged-request.ts';
import type { Caller, Service } from '../service.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { withDate } from './date-header.ts';
import { findRoute, type NoRoute, type Route } from './find-route.ts';
import { tenantOf } from './tenant-of.ts';

/** A request under way: its log entry, its hold on the clock, what its steps have found, and how it ends. */
export class RequestContext {
  readonly service: Service;
  /** The settings when the request came. */
  readonly settings: ServiceSettings;
  readonly request: WireRequest;
  readonly entry: LoggedRequest;
  /** As it came, valid or not. */
  readonly credential: string | undefined;
  /** Where it leads, if anywhere. */
  readonly found: Route | NoRoute;

  // Set by the steps: each may use what those above it in the table have set.
  route!: Route;
  caller!: Caller;
  params!: CheckedCall['params'];
  query!: CheckedCall['query'];
  body: unknown;
  project: CheckedCall['project'];
  issue: CheckedCall['issue'];

  /** Lets an `auto` clock jump again: it must not while a request is being answered. */
  #releaseClock: () => void;
  /** What a refusal of the present step is called. */
  #reason: RefusalReason = 'failure';
  #bytes: Promise<Uint8Array | 'too-large'> | undefined;

  constructor(service: Service, request: WireRequest) {
    this.service = service;
    this.settings = service.settings;
    this.request = request;
    this.entry = service.journal.open(new LoggedRequest(request, service.clock.now(), service.settings));
    this.credential = bearerOf(request.header('authorization'));
    if (this.credential !== undefined) {
      const { directory } = service.store;
      this.entry.credentialName = directory.credential(this.credential)?.name;
      this.entry.tenant = tenantOf(directory, this.credential, request.path);
    }
    this.found = findRoute(request.method, request.path, service.stubs.of(this.entry.tenant), service.settings);
    if (this.found.to) {
      this.entry.destination = this.found.to;
      this.entry.params = this.found.params;
    }
    this.#releaseClock = service.clock.pause();
  }

  /** Goes on to a step. */
  enter({ name, reason = 'failure' }: { readonly name: string; readonly reason?: RefusalReason }): void {
    this.entry.reached = name;
    this.#reason = reason;
  }

  /** Runs the steps to the end of the request. Throws or rejects only when the request's own signal has aborted. */
  finish(steps: () => Outcome | Promise<Outcome>): Outcome | Promise<Outcome> {
    const outcome = this.attempt(steps);
    if (!(outcome instanceof Promise)) return this.#end(outcome);
    return outcome.then(
      (settled) => this.#end(settled),
      (aborted) => {
        this.#releaseClock();
        void this.#readRest();
        throw aborted;
      },
    );
  }

  /** Runs steps; an error that one of them throws becomes its response. */
  attempt(steps: () => Outcome | Promise<Outcome>): Outcome | Promise<Outcome> {
    try {
      const outcome = steps();
      return outcome instanceof Promise ? outcome.catch((thrown) => this.#errorResponse(thrown)) : outcome;
    } catch (thrown) {
      return this.#errorResponse(thrown);
    }
  }

  /** The bytes of the body, which can be read once only. */
  bytes(limit: number): Promise<Uint8Array | 'too-large'> {
    this.#bytes ??= this.request.body(limit);
    return this.#bytes;
  }

  /** Reads the body for the log before its turn; what is no text is left for the step that rejects it. */
  async peek(): Promise<void> {
    const { entry } = this;
    entry.bodyKept = 'nothing';
    const bytes = await this.bytes(this.settings.readings.bodyLimit);
    if (bytes !== 'too-large') entry.body = decoded(bytes);
  }

  /**
   * Waits on the mock's clock, which may jump meanwhile. Resolves to whether the mock's state is still the one the
   * request came to: it may have been restored or reset.
   */
  async sleep(ms: number): Promise<boolean> {
    const { clock, store } = this.service;
    const { restorations } = store;
    this.#releaseClock();
    try {
      await clock.sleep(ms, this.request.signal);
    } finally {
      this.#releaseClock = clock.pause();
    }
    return restorations === store.restorations;
  }

  #errorResponse(thrown: unknown): Outcome {
    const error = thrown instanceof HttpError ? thrown : this.#unexpected(thrown);
    this.entry.error = error.error;
    this.entry.refusal = { ...error.why, reason: error.why.reason ?? this.#reason };
    return error.toResponse();
  }

  /** The mock's own failure, or that of a function given to it: whoever wrote it has to see it, the client must not. */
  #unexpected(thrown: unknown): HttpError {
    if (this.request.signal?.aborted) throw thrown;
    reportFailure(thrown);
    const text = 'The mock itself has failed, or a function given to it: the error was printed where the mock runs.';
    // enforces ERR-5
    return new HttpError(500, this.settings.texts.internal).because({ text, reason: 'failure' });
  }

  /** Ends the request. A body that no step has asked for is read after that: a client that is slow to send it is answered at once. */
  #end(outcome: Outcome): Outcome | Promise<Outcome> {
    const { journal } = this.service;
    const closed = this.#close(outcome);
    const rest = this.#readRest();
    if (!rest) {
      journal.close(this.entry);
      return closed;
    }
    const told = rest.then(() => {
      journal.close(this.entry);
      return closed;
    });
    // With a connection that is to end, its body would be gone; and what is in this process is there at once.
    const ends = closed.kind === 'drop' || closed.truncateAt !== undefined;
    return ends || !this.request.isArriving ? told : closed;
  }

  /** Reads the body for the log, if there can be one and it isn't known yet. Never rejects. */
  #readRest(): Promise<void> | undefined {
    if (this.entry.hasBody || bodiless.has(this.request.method)) return undefined;
    // A client that goes, or a body that can't be read, leaves the log without it, and that says so.
    return this.peek().catch(() => {});
  }

  #close(outcome: Outcome): Outcome {
    const now = this.service.clock.now();
    this.entry.endedAt = now;
    const dated = outcome.kind === 'response' ? withDate(outcome, now) : outcome;
    if (dated.kind === 'response') this.entry.setResponse(dated);
    this.#releaseClock();
    return dated;
  }
}

/** Methods of requests whose bodies mean nothing. */
export const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD']);
