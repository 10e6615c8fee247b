import { issuePriorities } from '@issue-tracking/model';
import { settableStatuses } from '@issue-tracking/sdk';
import { dataOf, isMembers, isText, itemOf, type Members } from '../findings/json.ts';
import { type Exchange, Stopped } from '../service/service.ts';
import type { Scratch, Session } from './session.ts';

/** A body of a PATCH, right or wrong. */
export interface Change {
  readonly status?: string;
  readonly priority?: string;
  readonly qzxvk?: number;
}

/** How long a read that lags behind a write is waited for, in milliseconds, and how often it is looked. */
const lag = { ms: 1000, times: 3 };

/**
 * The issue that was named for writing. It knows how the issue stands, from the answers to its own changes, and puts it
 * back as it was.
 */
export class ScratchIssue {
  readonly issueNumber: number;
  readonly path: string;
  readonly original: Scratch;
  updatedAt: string | undefined;
  readonly #session: Session;
  /** As far as the service has said; `undefined` after an answer that leaves it open. */
  #status: string | undefined;
  #priority: string | undefined;

  private constructor(session: Session, original: Scratch, path: string) {
    this.#session = session;
    this.original = original;
    this.issueNumber = original.issueNumber;
    this.path = path;
    this.#status = original.status;
    this.#priority = original.priority;
  }

  /** Takes the issue as it stands now, which may not be as it stood when the run began. */
  static async open(session: Session): Promise<ScratchIssue> {
    const { service, scratch } = session;
    if (!scratch) throw new Stopped('no issue was named for writing');
    const path = session.project(`/${scratch.issueNumber}`);
    const now = scratchOf(await service.get(path), scratch.issueNumber);
    const issue = new ScratchIssue(session, now.scratch, path);
    issue.updatedAt = now.updatedAt;
    return issue;
  }

  /** Sends a change, and remembers how the issue stands after it. */
  change(change: Change): Promise<Exchange> {
    return this.send(JSON.stringify(change), 'application/json', change);
  }

  async send(body: string, contentType: string, change: Change = parsedChange(body)): Promise<Exchange> {
    const { status, priority } = change;
    const known = { status: this.#status, priority: this.#priority };
    // Until the answer is there it may have happened or not.
    if (status !== undefined && status !== known.status) this.#status = undefined;
    if (priority !== undefined && priority !== known.priority) this.#priority = undefined;
    const exchange = await this.#session.service.ask({
      method: 'PATCH',
      path: this.path,
      body,
      headers: { 'content-type': contentType },
    });
    if (exchange.status < 300) {
      const data = itemOf(exchange);
      // What the answer says may be wrong: both have to agree before it counts as known.
      this.#status = agreed(data['status'], status ?? known.status);
      this.#priority = agreed(data['priority'], priority ?? known.priority);
      if (isText(data['updatedAt'])) this.updatedAt = data['updatedAt'];
    } else if (exchange.status < 500) {
      this.#status = known.status;
      this.#priority = known.priority;
    }
    return exchange;
  }

  comment(body: object): Promise<Exchange> {
    const headers = { 'content-type': 'application/json' };
    return this.#session.service.ask({
      method: 'POST',
      path: `${this.path}/comments`,
      body: JSON.stringify(body),
      headers,
    });
  }

  /** Reads the issue, or its comments, until something is seen; gives up after a few seconds. */
  async readUntil(
    isSeen: (issue: Members) => boolean,
    inComments?: (exchange: Exchange) => boolean,
  ): Promise<Exchange | undefined> {
    const { service, clock } = this.#session;
    for (let time = 0; time < lag.times; time++) {
      await clock.sleep(lag.ms);
      const exchange = await service.get(inComments ? `${this.path}/comments` : this.path);
      if (inComments ? inComments(exchange) : isSeen(itemOf(exchange))) return exchange;
    }
    return undefined;
  }

  get #isAsBefore(): boolean {
    return this.#status === this.original.status && this.#priority === this.original.priority;
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
      if (!(error instanceof Stopped)) throw error;
    }
    if (!this.#isAsBefore) this.#warn();
  }

  async #restoreBoth(): Promise<void> {
    const { priority } = this.original;
    if (this.#priority !== priority) await this.#restore({ priority });
    await this.#return();
  }

  /** Answers to changes may be wrong, so the issue itself is asked; a read may lag behind. */
  async #look(): Promise<void> {
    const { service, clock } = this.#session;
    const known = { status: this.#status, priority: this.#priority };
    for (let time = 0; time <= lag.times; time++) {
      const exchange = await service.ask({ path: this.path }, undying());
      const { status, priority } = itemOf(exchange);
      if (exchange.status !== 200 || !isText(status) || !isText(priority)) return;
      this.#status = status;
      this.#priority = priority;
      if (status === known.status && priority === known.priority) return;
      await clock.sleep(lag.ms);
    }
  }

  /** Tries the way back; where it is closed, the other statuses that can be set, and the way back from there. */
  async #return(): Promise<void> {
    const tried = new Set<string>();
    const visited = new Set([this.#status]);
    while (this.#status !== this.original.status) {
      const from = this.#status;
      const open = [this.original.status, ...settableStatuses].filter(
        (to) => to !== from && !tried.has(`${from} ${to}`),
      );
      const next = open.find((to) => !visited.has(to)) ?? open[0];
      if (next === undefined) return;
      tried.add(`${from} ${next}`);
      await this.#restore({ status: next });
      visited.add(this.#status);
    }
  }

  /** A change that doesn't ask whether the run is to end. */
  async #restore(change: Change): Promise<Exchange> {
    const { service } = this.#session;
    const known = { status: this.#status, priority: this.#priority };
    const body = JSON.stringify(change);
    const exchange = await service.ask(
      { method: 'PATCH', path: this.path, body, headers: { 'content-type': 'application/json' } },
      undying(),
    );
    if (exchange.status < 300) {
      const data = itemOf(exchange);
      if (change.status !== undefined) this.#status = agreed(data['status'], change.status) ?? change.status;
      if (change.priority !== undefined) this.#priority = agreed(data['priority'], change.priority) ?? change.priority;
    } else {
      this.#status = known.status;
      this.#priority = known.priority;
    }
    return exchange;
  }

  #warn(): void {
    const { issueNumber, status, priority } = this.original;
    const now = `status ${this.#status ?? 'unknown'}, priority ${this.#priority ?? 'unknown'}`;
    this.#session.warnings.push(
      `Issue ${issueNumber} of ${this.#session.projectId} could not be put back. It was: status ${status}, priority ${priority}. It is now: ${now}. Please set it back in the dashboard.`,
    );
  }
}

/** The issue as it is. @throws Stopped when it can't be put back, or isn't there. */
export function scratchOf(
  exchange: Exchange,
  issueNumber: number,
): { scratch: Scratch; updatedAt: string | undefined } {
  const { status, priority, updatedAt } = itemOf(exchange);
  if (exchange.status !== 200 || !isMembers(dataOf(exchange))) {
    throw new Stopped(`--issue ${issueNumber} can't be read: it was answered ${exchange.status}`);
  }
  if (!isText(status) || !isText(priority)) throw new Stopped(`--issue ${issueNumber} has no status or no priority`);
  if (!(settableStatuses as readonly string[]).includes(status)) {
    throw new Stopped(
      `--issue ${issueNumber} is ${status}, which the API can't set again: name one that is ${settableStatuses.join(', ')}`,
    );
  }
  if (!(issuePriorities as readonly string[]).includes(priority)) {
    throw new Stopped(
      `--issue ${issueNumber} has the priority "${priority}", which v1 does not know: name another one`,
    );
  }
  return { scratch: { issueNumber, status, priority }, updatedAt: isText(updatedAt) ? updatedAt : undefined };
}

/** A signal of its own, because the run's may have aborted. */
function undying(): AbortSignal {
  return new AbortController().signal;
}

/** A value that the answer gives and that was asked for; `undefined` when they differ. */
function agreed(said: unknown, asked: string | undefined): string | undefined {
  return said === asked ? asked : undefined;
}

function parsedChange(body: string): Change {
  try {
    const { status, priority } = JSON.parse(body);
    return { ...(status && { status }), ...(priority && { priority }) };
  } catch {
    return {};
  }
}
