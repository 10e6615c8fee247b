import { isText, itemOf, type JsonObject } from '../platform/json.ts';
import { EndedEarly } from '../service/ended-early.ts';
import { type Exchange, isFailure, type ServiceRequest } from '../service/exchange.ts';
import { parseTestIssue } from './parse-test-issue.ts';
import type { Session, TestIssueState } from './session.ts';

/** The body of a PATCH, valid or not. */
export interface Change {
  readonly status?: string;
  readonly priority?: string;
  readonly qzxvk?: number;
}

/** The known state of an issue; `undefined` for an unknown member. */
export type IssueState = { readonly [Member in 'status' | 'priority']: string | undefined };

/** Delays before repeated reads in milliseconds, 15 seconds in total. A read may lag behind a write (GAP-57). */
export const readLagDelays = [1000, 2000, 4000, 8000];
/** Delay before a retry, in milliseconds. */
const retryDelayMs = 1000;
const json = 'application/json';

/** The test issue, with its state according to the responses to this run's changes. */
export class TestIssue {
  readonly path: string;
  readonly original: TestIssueState;
  /** The issue before the first change. */
  readonly before: JsonObject;
  updatedAt: string | undefined;
  /** All values of `updatedAt` so far. */
  readonly times = new Set<string>();
  readonly #session: Session;
  /** Number of comments added, and of those that may have been added. */
  readonly comments = { added: 0, perhaps: 0 };
  /** The current state, as far as it is known. */
  state: IssueState;

  private constructor(session: Session, original: TestIssueState, path: string, before: JsonObject) {
    this.#session = session;
    this.original = original;
    this.path = path;
    this.before = before;
    this.state = original;
    this.#note(before['updatedAt']);
  }

  /** Reads the issue, which may have changed since the start of the run. @throws EndedEarly */
  static async open(session: Session, issueNumber: number): Promise<TestIssue> {
    const path = session.project(`/${issueNumber}`);
    const exchange = await session.service.read({ path });
    const testIssue = parseTestIssue(session, exchange, issueNumber);
    if (!testIssue) throw new EndedEarly(`issue ${issueNumber} is no longer readable`);
    return new TestIssue(session, testIssue, path, itemOf(exchange));
  }

  /** Sends a change, and updates the state. */
  change(change: Change, contentType = json, signal?: AbortSignal): Promise<Exchange> {
    return this.send(JSON.stringify(change), contentType, change, signal);
  }

  /** Sets status and priority in two requests, with `last` second, and reads the state. */
  async reset(state: { status: string; priority: string }, last: 'status' | 'priority'): Promise<void> {
    const first = last === 'status' ? 'priority' : 'status';
    for (const member of [first, last] as const) await this.change({ [member]: state[member] });
    await this.#session.service.pause(1100);
    // Another user may have changed the issue.
    const isReset = (exchange: Exchange) =>
      itemOf(exchange)['status'] === state.status && itemOf(exchange)['priority'] === state.priority;
    const { status, priority, updatedAt } = itemOf(await this.readUntil(this.path, isReset));
    if (isText(status) && isText(priority)) this.state = { status, priority };
    this.#note(updatedAt);
  }

  #note(updatedAt: unknown): void {
    if (!isText(updatedAt)) return;
    this.updatedAt = updatedAt;
    this.times.add(updatedAt);
  }

  /** Sends a body, with or without content type, and retries after a failure of the service. */
  async send(
    body: string,
    contentType: string | undefined,
    { status, priority }: Change,
    signal?: AbortSignal,
  ): Promise<Exchange> {
    const known = this.state;
    // Until the response arrives, the change may or may not be applied.
    this.state = {
      status: status === undefined || status === known.status ? known.status : undefined,
      priority: priority === undefined || priority === known.priority ? known.priority : undefined,
    };
    const exchange = await this.#sendWithRetries(requestOf('PATCH', this.path, body, contentType), signal);
    if (exchange.status < 300) {
      const data = itemOf(exchange);
      // The response may be wrong: the state is known only if response and request agree.
      this.state = {
        status: sameValue(data['status'], status ?? known.status),
        priority: sameValue(data['priority'], priority ?? known.priority),
      };
      this.#note(data['updatedAt']);
    } else if (exchange.status < 500) this.state = known;
    return exchange;
  }

  /** Sends a request, and retries after a failure of the service. Retries are safe, because changes are idempotent. */
  async #sendWithRetries(requested: ServiceRequest, signal?: AbortSignal): Promise<Exchange> {
    const { service } = this.#session;
    let exchange = await service.request(requested, signal);
    for (let again = 0; isFailure(exchange) && again < 2; again++) {
      await service.pause(retryDelayMs, signal);
      exchange = await service.request(requested, signal);
    }
    return exchange;
  }

  /** Adds a comment without retries, because a failed request may have added the comment. */
  async comment(body: string, contentType: string | null = json): Promise<Exchange> {
    this.comments.perhaps++;
    const exchange = await this.#session.service.request(
      requestOf('POST', `${this.path}/comments`, body, contentType ?? undefined),
    );
    if (!isFailure(exchange)) this.comments.perhaps--;
    if (exchange.status < 300) this.comments.added++;
    return exchange;
  }

  read(): Promise<Exchange> {
    return this.#session.service.read({ path: this.path });
  }

  /** Reads a path until the response shows a write. Resolves to the last response. */
  async readUntil(path: string, isSeen: (exchange: Exchange) => boolean): Promise<Exchange> {
    const { service } = this.#session;
    let exchange = await service.read({ path });
    for (const ms of readLagDelays) {
      if (isSeen(exchange)) break;
      await service.pause(ms);
      exchange = await service.read({ path });
    }
    return exchange;
  }
}

function requestOf(
  method: 'PATCH' | 'POST',
  path: string,
  body: string,
  contentType: string | undefined,
): ServiceRequest {
  // `fetch` adds a content type to a string, but not to bytes.
  if (contentType === undefined) return { method, path, body: new TextEncoder().encode(body) };
  return { method, path, body, headers: { 'content-type': contentType } };
}

/** Returns the requested value if the response has the same, else `undefined`. */
function sameValue(received: unknown, requested: string | undefined): string | undefined {
  return received === requested ? requested : undefined;
}
