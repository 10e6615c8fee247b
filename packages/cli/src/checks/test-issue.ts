import { isText, itemOf, type JsonObject } from '../platform/json.ts';
import { EndedEarly } from '../service/ended-early.ts';
import { type Exchange, isFailure, type ServiceRequest } from '../service/exchange.ts';
import { parseTestIssue } from './parse-test-issue.ts';
import type { Session, TestIssueState } from './session.ts';

/** A body of a PATCH, right or wrong. */
export interface Change {
  readonly status?: string;
  readonly priority?: string;
  readonly qzxvk?: number;
}

/** The state after a change: `undefined` after a response that leaves it open. */
export type IssueState = { readonly [Member in 'status' | 'priority']: string | undefined };

// GAP-57
/** How long a read that lags behind a write is waited for before each further look, in milliseconds: 15 seconds in all. */
export const readLagDelays = [1000, 2000, 4000, 8000];
/** How long a service that could not answer is left alone, in milliseconds. */
const retryDelayMs = 1000;
const json = 'application/json';

/**
 * The issue that was named for writing. It knows how the issue stands, from the responses to its own changes.
 */
export class TestIssue {
  readonly path: string;
  readonly original: TestIssueState;
  /** As it was read first. */
  readonly before: JsonObject;
  updatedAt: string | undefined;
  /** Every `updatedAt` that it has had. */
  readonly times = new Set<string>();
  readonly #session: Session;
  /** The comments that were added, and those that may have been. */
  readonly comments = { added: 0, perhaps: 0 };
  /** How the issue stands, as far as it is known. */
  state: IssueState;

  private constructor(session: Session, original: TestIssueState, path: string, before: JsonObject) {
    this.#session = session;
    this.original = original;
    this.path = path;
    this.before = before;
    this.state = original;
    this.#note(before['updatedAt']);
  }

  /** Takes the issue as it stands now, which may not be as it stood when the run began. @throws EndedEarly */
  static async open(session: Session, issueNumber: number): Promise<TestIssue> {
    const path = session.project(`/${issueNumber}`);
    const exchange = await session.service.read({ path });
    const scratch = parseTestIssue(session, exchange, issueNumber);
    if (!scratch) throw new EndedEarly(`issue ${issueNumber} can't be read any more`);
    return new TestIssue(session, scratch, path, itemOf(exchange));
  }

  /** Sends a change, and remembers how the issue stands after it. */
  change(change: Change, contentType = json, signal?: AbortSignal): Promise<Exchange> {
    return this.send(JSON.stringify(change), contentType, change, signal);
  }

  /** Sets status and priority, each by itself, the one that matters more at last, and looks how the issue stands. */
  async reset(state: { status: string; priority: string }, last: 'status' | 'priority'): Promise<void> {
    const first = last === 'status' ? 'priority' : 'status';
    for (const member of [first, last] as const) await this.change({ [member]: state[member] });
    await this.#session.service.pause(1100);
    // Others may have changed it since.
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

  /** Sends a body, of no type where that is `undefined`; once more where the service could not answer. */
  async send(
    body: string,
    contentType: string | undefined,
    { status, priority }: Change,
    signal?: AbortSignal,
  ): Promise<Exchange> {
    const known = this.state;
    // Until the response is there it may have happened or not.
    this.state = {
      status: status === undefined || status === known.status ? known.status : undefined,
      priority: priority === undefined || priority === known.priority ? known.priority : undefined,
    };
    const exchange = await this.#sendWithRetries(requestOf('PATCH', this.path, body, contentType), signal);
    if (exchange.status < 300) {
      const data = itemOf(exchange);
      // The response may be wrong: both have to agree before the state counts as known.
      this.state = {
        status: sameValue(data['status'], status ?? known.status),
        priority: sameValue(data['priority'], priority ?? known.priority),
      };
      this.#note(data['updatedAt']);
    } else if (exchange.status < 500) this.state = known;
    return exchange;
  }

  /** A change has the same outcome however often it is sent. */
  async #sendWithRetries(asked: ServiceRequest, signal?: AbortSignal): Promise<Exchange> {
    const { service } = this.#session;
    let exchange = await service.request(asked, signal);
    for (let again = 0; isFailure(exchange) && again < 2; again++) {
      await service.pause(retryDelayMs, signal);
      exchange = await service.request(asked, signal);
    }
    return exchange;
  }

  /** Adds a comment, once: where the service could not answer it may be there. */
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

  /** Reads something until it shows what was written; the last that was read, where it never does. */
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
  // A text would be given a type of its own, bytes are not.
  if (contentType === undefined) return { method, path, body: new TextEncoder().encode(body) };
  return { method, path, body, headers: { 'content-type': contentType } };
}

/** A value that the response gives and that was asked for; `undefined` when they differ. */
function sameValue(said: unknown, asked: string | undefined): string | undefined {
  return said === asked ? asked : undefined;
}
