import type { MockClock } from '../../platform/clock/clock.ts';
import type { Outcome, WireRequest, WireResponse } from '../../platform/http/exchange.ts';
import { HttpError, reportFailure } from '../../platform/http/http-error.ts';
import { LoggedRequest } from '../request-log/logged-request.ts';
import { nearestEndpoint } from '../request-log/nearest-endpoint.ts';
import type { Service } from '../service.ts';

/** A request under way: its log entry, its hold on the clock, and how it ends. */
export class RequestContext {
  /** With the settings that it came under: a change holds from the next request on. */
  readonly service: Service;
  readonly request: WireRequest;
  readonly entry: LoggedRequest;
  /** Lets an `auto` clock jump again: it must not while a request is being answered. */
  #releaseClock: () => void;
  #body: Promise<Uint8Array | 'too-large'> | undefined;

  constructor(service: Service, request: WireRequest) {
    // The rate is not among them, as windows have the size of the present one.
    const { scenario, readings, texts } = service;
    this.service = Object.assign(Object.create(service) as Service, { scenario, readings, texts });
    this.request = request;
    this.entry = service.journal.open(new LoggedRequest(request, service.clock.now(), service));
    this.#releaseClock = service.clock.hold();
  }

  /** Runs the steps to the end of the request. Throws or rejects only when the request's own signal has aborted. */
  finish(steps: () => Outcome | Promise<Outcome>): Outcome | Promise<Outcome> {
    const outcome = this.attempt(steps);
    if (!(outcome instanceof Promise)) return this.#close(outcome);
    return outcome.then(
      (settled) => this.#close(settled),
      (aborted) => {
        this.#releaseClock();
        throw aborted;
      },
    );
  }

  /** Runs steps; an error that one of them throws becomes its answer. */
  attempt(steps: () => Outcome | Promise<Outcome>): Outcome | Promise<Outcome> {
    try {
      const outcome = steps();
      return outcome instanceof Promise ? outcome.catch((thrown) => this.#errorAnswer(thrown)) : outcome;
    } catch (thrown) {
      return this.#errorAnswer(thrown);
    }
  }

  header(name: string): string | null {
    return this.request.header(name);
  }

  /** What counts as one authentication source (GAP-21). */
  source(): string | undefined {
    this.entry.source = this.request.source();
    return this.entry.source;
  }

  /** The body, which can be read once only. */
  body(limit: number): Promise<Uint8Array | 'too-large'> {
    this.#body ??= this.request.body(limit);
    return this.#body;
  }

  /** Reads the body for the log before its turn; what is no text is left for the step that rejects it. */
  async peek(): Promise<void> {
    const bytes = await this.body(this.service.readings.bodyLimit);
    if (bytes !== 'too-large') this.entry.body = new TextDecoder().decode(bytes);
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
      this.#releaseClock = clock.hold();
    }
    return restorations === store.restorations;
  }

  #errorAnswer(thrown: unknown): Outcome {
    const error = thrown instanceof HttpError ? thrown : this.#unexpected(thrown);
    this.entry.error = error.error;
    this.entry.reason = error.reason;
    this.entry.reading = error.reading;
    if (!this.entry.endpoint && !this.entry.stub && error.status === 404)
      this.entry.nearest = nearestEndpoint(this.request.path);
    return error.toResponse();
  }

  /** The mock's own failure, or that of a function given to it: whoever wrote it has to see it, the client must not. */
  #unexpected(thrown: unknown): HttpError {
    if (this.request.signal?.aborted) throw thrown;
    reportFailure(thrown);
    const reason = 'The mock itself has failed, or a function given to it: the error was printed where the mock runs.';
    return new HttpError(500, this.service.texts.internal).because(reason);
  }

  #close(outcome: Outcome): Outcome {
    const { journal, clock } = this.service;
    this.entry.endedAt = clock.now();
    const answer = outcome.kind === 'response' ? dated(outcome, clock) : outcome;
    if (answer.kind === 'response') {
      this.entry.status = answer.status;
      this.entry.answer = answer.body;
      this.entry.answerHeaders = answer.headers;
    }
    journal.close(this.entry);
    this.#releaseClock();
    return answer;
  }
}

/** Adds the `Date` header, in the mock's time; one that a fault has set stays. */
function dated(response: WireResponse, clock: MockClock): WireResponse {
  if ('date' in response.headers) return response;
  return { ...response, headers: { ...response.headers, date: httpDate(clock.now()) } };
}

let lastSecond = Number.NaN;
let lastDate = '';

/** A time as the `Date` header has it; written once a second, as it would take longer than many an answer. */
function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(second * 1000).toUTCString();
  }
  return lastDate;
}
