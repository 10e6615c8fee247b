import { issuePriorities, issueStatuses, settableStatuses } from '@issue-tracking/model';
import { UsageError } from '../context.ts';
import { counted } from '../platform/counted.ts';
import { dataOf, entriesOf, isMembers, isText, itemOf, type Members } from '../platform/json.ts';
import { EndedEarly } from '../service/ended-early.ts';
import { type Asked, type Exchange, isFailure } from '../service/service.ts';
import { unknownProject } from './issue-list.ts';
import { assertApi } from './projects.ts';
import { errorText, type Scratch, type Session } from './session.ts';

/** A body of a PATCH, right or wrong. */
export interface Change {
  readonly status?: string;
  readonly priority?: string;
  readonly qzxvk?: number;
}

/** What stays of a change: `undefined` after a response that leaves it open. */
export type State = { readonly [Member in 'status' | 'priority']: string | undefined };

// GAP-57
/** How long a read that lags behind a write is waited for before each further look, in milliseconds: 15 seconds in all. */
const lag = [1000, 2000, 4000, 8000];
/** How long a service that could not answer is left alone, in milliseconds. */
const rest = 1000;
const json = 'application/json';

/**
 * The issue that was named for writing. It knows how the issue stands, from the responses to its own changes, and puts
 * it back as it was.
 */
export class ScratchIssue {
  readonly path: string;
  readonly original: Scratch;
  /** As it was read first. */
  readonly before: Members;
  updatedAt: string | undefined;
  /** Every `updatedAt` that it has had. */
  readonly times = new Set<string>();
  readonly #session: Session;
  /** The comments that were added, and those that may have been. */
  readonly #comments = { added: 0, perhaps: 0 };
  #state: State;

  private constructor(session: Session, original: Scratch, path: string, before: Members) {
    this.#session = session;
    this.original = original;
    this.path = path;
    this.before = before;
    this.#state = original;
    this.#note(before['updatedAt']);
  }

  /** Takes the issue as it stands now, which may not be as it stood when the run began. @throws EndedEarly */
  static async open(session: Session, issueNumber: number): Promise<ScratchIssue> {
    const path = session.project(`/${issueNumber}`);
    const exchange = await session.service.read({ path });
    const scratch = scratchOf(session, exchange, issueNumber);
    if (!scratch) throw new EndedEarly(`issue ${issueNumber} can't be read any more`);
    return new ScratchIssue(session, scratch, path, itemOf(exchange));
  }

  /** How the issue stands, as far as it is known. */
  get state(): State {
    return this.#state;
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
    if (isText(status) && isText(priority)) this.#state = { status, priority };
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
    const known = this.#state;
    // Until the response is there it may have happened or not.
    this.#state = {
      status: status === undefined || status === known.status ? known.status : undefined,
      priority: priority === undefined || priority === known.priority ? known.priority : undefined,
    };
    const exchange = await this.#patiently(requestOf('PATCH', this.path, body, contentType), signal);
    if (exchange.status < 300) {
      const data = itemOf(exchange);
      // What the response says may be wrong: both have to agree before it counts as known.
      this.#state = {
        status: agreed(data['status'], status ?? known.status),
        priority: agreed(data['priority'], priority ?? known.priority),
      };
      this.#note(data['updatedAt']);
    } else if (exchange.status < 500) this.#state = known;
    return exchange;
  }

  /** A change has the same outcome however often it is sent. */
  async #patiently(asked: Asked, signal?: AbortSignal): Promise<Exchange> {
    const { service } = this.#session;
    let exchange = await service.ask(asked, signal);
    for (let again = 0; isFailure(exchange) && again < 2; again++) {
      await service.pause(rest, signal);
      exchange = await service.ask(asked, signal);
    }
    return exchange;
  }

  /** Adds a comment, once: where the service could not answer it may be there. */
  async comment(body: string, contentType: string | undefined = json): Promise<Exchange> {
    this.#comments.perhaps++;
    const exchange = await this.#session.service.ask(requestOf('POST', `${this.path}/comments`, body, contentType));
    if (!isFailure(exchange)) this.#comments.perhaps--;
    if (exchange.status < 300) this.#comments.added++;
    return exchange;
  }

  read(): Promise<Exchange> {
    return this.#session.service.read({ path: this.path });
  }

  /** Reads something until it shows what was written; the last that was read, where it never does. */
  async readUntil(path: string, isSeen: (exchange: Exchange) => boolean): Promise<Exchange> {
    const { service } = this.#session;
    let exchange = await service.read({ path });
    for (const ms of lag) {
      if (isSeen(exchange)) break;
      await service.pause(ms);
      exchange = await service.read({ path });
    }
    return exchange;
  }

  get #isAsBefore(): boolean {
    return this.#state.status === this.original.status && this.#state.priority === this.original.priority;
  }

  /**
   * Puts status and priority back, also when the run is to end, and looks whether they are. Where the way back is closed
   * it goes round by other statuses; where there is none, it says so aloud.
   */
  async putBack(): Promise<void> {
    try {
      await this.#restoreBoth();
      await this.#look();
      await this.#restoreBoth();
    } catch (error) {
      if (!(error instanceof EndedEarly)) throw error;
    }
    if (this.#isAsBefore) this.#session.left = `${this.#name} is as it was: ${this.#told}.${this.#kept}`;
    else this.#warn();
  }

  async #restoreBoth(): Promise<void> {
    const { priority } = this.original;
    if (this.#state.priority !== priority) await this.#restore({ priority });
    await this.#return();
  }

  /** Responses to changes may be wrong, so the issue itself is asked; a read may lag behind. */
  async #look(): Promise<void> {
    const { service, clock } = this.#session;
    const known = this.#state;
    for (const ms of [0, ...lag]) {
      await clock.sleep(ms);
      const exchange = await service.ask({ path: this.path }, undying());
      const { status, priority } = itemOf(exchange);
      if (exchange.status !== 200 || !isText(status) || !isText(priority)) return;
      this.#state = { status, priority };
      if (status === known.status && priority === known.priority) return;
    }
  }

  /** Tries the way back; where it is closed, the other statuses that can be set, and the way back from there. */
  async #return(): Promise<void> {
    const tried = new Set<string>();
    const visited = new Set([this.#state.status]);
    while (this.#state.status !== this.original.status) {
      const from = this.#state.status;
      const open = [this.original.status, ...settableStatuses].filter(
        (to) => to !== from && !tried.has(`${from} ${to}`),
      );
      const next = open.find((to) => !visited.has(to)) ?? open[0];
      if (next === undefined) return;
      tried.add(`${from} ${next}`);
      await this.#restore({ status: next });
      visited.add(this.#state.status);
    }
  }

  /** A change that doesn't ask whether the run is to end; what it asked for counts until the issue is looked at. */
  async #restore(change: Change): Promise<void> {
    const { status } = await this.change(change, json, undying());
    const isDone = status < 300;
    this.#state = {
      status: this.#state.status ?? (isDone ? change.status : undefined),
      priority: this.#state.priority ?? (isDone ? change.priority : undefined),
    };
  }

  get #name(): string {
    return `Issue ${this.original.issueNumber} of ${this.#session.projectId}`;
  }

  get #told(): string {
    return `status ${this.original.status}, priority ${this.original.priority}`;
  }

  /** What can't be taken back. */
  get #kept(): string {
    const { added, perhaps } = this.#comments;
    const more = perhaps > 0 ? `, and perhaps ${perhaps} more` : '';
    if (added === 0 && perhaps === 0) return '';
    return ` It keeps ${counted(added, 'comment')} of this run${more}.`;
  }

  #warn(): void {
    const { status, priority } = this.original;
    const now = `status ${this.#state.status ?? 'unknown'}, priority ${this.#state.priority ?? 'unknown'}`;
    const change = `PATCH ${this.path} ${JSON.stringify({ status, priority })}`;
    this.#session.left = undefined;
    this.#session.warnings.push(
      `${this.#name} could not be put back. It was: ${this.#told}. It is now: ${now}.${this.#kept} Please set it back in the dashboard, or with ${change}.`,
    );
  }
}

function requestOf(method: 'PATCH' | 'POST', path: string, body: string, contentType: string | undefined): Asked {
  // A text would be given a type of its own, bytes are not.
  if (contentType === undefined) return { method, path, body: new TextEncoder().encode(body) };
  return { method, path, body, headers: { 'content-type': contentType } };
}

/**
 * The issue as it is; `undefined` where the service doesn't say what v1 promises of it, so that nothing can be put back.
 *
 * @throws UsageError when the issue won't do, or isn't there.
 */
export function scratchOf(session: Session, exchange: Exchange, issueNumber: number): Scratch | undefined {
  const { projectId } = session;
  assertApi(session, exchange);
  if (exchange.status === 404) {
    if (errorText(exchange) === 'Project not found') throw new UsageError(unknownProject(projectId, []));
    throw new UsageError(`There is no issue ${issueNumber} in the project ${projectId}`);
  }
  const { status, priority } = itemOf(exchange);
  const isKnown =
    exchange.status === 200 &&
    isMembers(dataOf(exchange)) &&
    (issueStatuses as readonly unknown[]).includes(status) &&
    (issuePriorities as readonly unknown[]).includes(priority);
  if (!isKnown || !isText(status) || !isText(priority)) return undefined;
  if (!(settableStatuses as readonly string[]).includes(status)) {
    throw new UsageError(
      `--issue ${issueNumber} is ${status}, which the API can't set again: name one that is ${settableStatuses.join(', ')}`,
    );
  }
  return { issueNumber, status, priority };
}

/** Whether a list of comments has one of this id. */
export function hasComment(exchange: Exchange, id: unknown): boolean {
  return entriesOf(exchange).some((comment) => comment['id'] === id);
}

/** A signal of its own, because the run's may have aborted. */
function undying(): AbortSignal {
  return new AbortController().signal;
}

/** A value that the response gives and that was asked for; `undefined` when they differ. */
function agreed(said: unknown, asked: string | undefined): string | undefined {
  return said === asked ? asked : undefined;
}
