import { issuePriorities, issueStatuses, settableStatuses } from '@issue-tracking/model';
import { UsageError } from '../context.ts';
import { isJsonObject, itemOf } from '../platform/json.ts';
import { EndedEarly } from '../service/ended-early.ts';
import { type Exchange, isFailure, type ServiceRequest } from '../service/exchange.ts';
import type { Answer } from './answers.ts';
import { type Probe, requestOf } from './probe.ts';
import { assertApi } from './read-service-data.ts';
import type { Session, TestIssueState } from './session.ts';

/** The body of a PATCH. */
export interface Change {
  readonly status?: string | undefined;
  readonly priority?: string | undefined;
}

/** The known state of an issue; `undefined` for an unknown member. */
export type IssueState = { readonly [Member in 'status' | 'priority']: string | undefined };

/** Delays before repeated reads in milliseconds, 15 seconds in total. A read may lag behind a write (GAP-57). */
export const readLagDelays = [1000, 2000, 4000, 8000];
/** Delay before a retry, in milliseconds. */
const retryDelayMs = 1000;

/** The test issue, with its state according to the responses to this run's changes. */
export class TestIssue {
  readonly path: string;
  readonly original: TestIssueState;
  readonly #session: Session;
  readonly #probe: Pick<Probe, 'name' | 'rules' | 'project' | 'issue'>;
  /** Number of comments added, and of those that may have been added. */
  readonly comments = { added: 0, perhaps: 0 };
  /** The current state, as far as it is known. */
  state: IssueState;

  private constructor(session: Session, original: TestIssueState) {
    this.#session = session;
    this.original = original;
    this.state = original;
    this.#probe = { name: '', rules: [], project: session.serviceData.projectId, issue: original.issueNumber };
    this.path = requestOf({ ...this.#probe, endpoint: 'issues.get' }).path;
  }

  /** Reads the issue, which may have changed since the start of the run. @throws EndedEarly */
  static async open(session: Session, issueNumber: number): Promise<TestIssue> {
    const testIssue = await readTestIssue(session, issueNumber);
    if (!testIssue) throw new EndedEarly(`issue ${issueNumber} is no longer readable`);
    return new TestIssue(session, testIssue);
  }

  /** Sends a change, and updates the state. */
  change(change: Change, signal?: AbortSignal): Promise<Exchange> {
    return this.update(requestOf({ ...this.#probe, endpoint: 'issues.update', body: change }), change, signal);
  }

  /** Returns to a state, except that the issue differs from a change that is to be repeated. */
  async reset({ status, priority }: Change, before: IssueState): Promise<Exchange> {
    const other = (values: readonly string[], not: string) => values.find((value) => value !== not);
    const whole = {
      status: status === undefined ? before.status : other(settableStatuses, status),
      priority: priority === undefined ? before.priority : other(issuePriorities, priority),
    };
    const exchange = await this.change(whole);
    // A service may reject the status that an issue has already.
    return exchange.status < 400 || status !== undefined ? exchange : this.change({ priority: whole.priority });
  }

  /** Sends the PATCH of a probe. */
  patch(probe: Probe): Promise<Exchange> {
    return this.update(requestOf(probe), isJsonObject(probe.body) ? probe.body : {});
  }

  /** Sends a PATCH, and retries after a failure of the service: changes are idempotent. */
  async update(request: ServiceRequest, { status, priority }: Change, signal?: AbortSignal): Promise<Exchange> {
    const { service } = this.#session;
    const known = this.state;
    // Until the response arrives, the change may or may not be applied.
    this.state = {
      status: status === undefined || status === known.status ? known.status : undefined,
      priority: priority === undefined || priority === known.priority ? known.priority : undefined,
    };
    let exchange = await service.request(request, signal);
    for (let again = 0; isFailure(exchange) && again < 2; again++) {
      await service.pause(retryDelayMs, signal);
      exchange = await service.request(request, signal);
    }
    if (exchange.status < 300) {
      const data = itemOf(exchange);
      const expected = { status: status ?? known.status, priority: priority ?? known.priority };
      // The response may be wrong: the state is known only if response and request agree. A body may be too large to read.
      this.state =
        exchange.json === undefined
          ? expected
          : {
              status: sameValue(data['status'], expected.status),
              priority: sameValue(data['priority'], expected.priority),
            };
    } else if (exchange.status < 500) this.state = known;
    return exchange;
  }

  /** Whether a response shows the known state. */
  isShownBy(answer: Answer): boolean {
    const { status, priority } = itemOf(answer);
    return status === this.state.status && priority === this.state.priority;
  }

  /** Sends any other write of a probe, without retries, because a failed request may have added a comment. */
  async write(probe: Probe): Promise<Exchange> {
    const { service } = this.#session;
    if (probe.endpoint !== 'issues.comments.create') return service.request(requestOf(probe));
    this.comments.perhaps++;
    const exchange = await service.request(requestOf(probe));
    if (!isFailure(exchange)) this.comments.perhaps--;
    if (exchange.status < 300) this.comments.added++;
    return exchange;
  }
}

/** Returns the requested value if the response has the same, else `undefined`. */
function sameValue(received: unknown, requested: string | undefined): string | undefined {
  return received === requested ? requested : undefined;
}

/**
 * Reads the test issue. Returns `undefined` if the response doesn't match v1, because such an issue could not be restored.
 *
 * @throws UsageError if the issue doesn't exist, or its status can't be restored.
 */
export async function readTestIssue(session: Session, issue: number): Promise<TestIssueState | undefined> {
  const { service, serviceData } = session;
  const exchange = await service.read(
    requestOf({ name: '', rules: [], endpoint: 'issues.get', project: serviceData.projectId, issue }),
  );
  assertApi(session, exchange);
  const { error } = isJsonObject(exchange.json) ? exchange.json : {};
  if (exchange.status === 404 && error === 'Project not found')
    throw new UsageError(`Unknown project ${serviceData.projectId}`);
  if (exchange.status === 404) throw new UsageError(`Unknown issue ${issue} in project ${serviceData.projectId}`);
  const { status, priority, issueNumber: shown } = itemOf(exchange);
  const knows = (values: readonly string[], value: unknown): value is string => values.includes(value as string);
  // The values of a wrong issue must not be restored into the test issue.
  const isOther = exchange.status !== 200 || shown !== issue;
  if (isOther || !knows(issueStatuses, status) || !knows(issuePriorities, priority)) return undefined;
  if (!knows(settableStatuses, status))
    throw new UsageError(
      `--issue ${issue} is ${status}, which the API can't restore: choose an issue with status ${settableStatuses.join(', ')}`,
    );
  return { issueNumber: issue, status, priority };
}
