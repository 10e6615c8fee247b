import type { Behavior } from '@issue-tracking/mock';
import { limits } from '@issue-tracking/model';
import { entriesOf, envelopeMember, isSame, itemOf, type JsonObject } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import type { Answer, Knowledge } from './answers.ts';
import { type Aspect, type Difference, differences, fixed } from './aspects.ts';
import { filterNames } from './issue-filters.ts';
import { Mirror } from './mirror.ts';
import { isWrite, type Probe, requestOf } from './probe.ts';
import { recordResponse } from './read-service-data.ts';
import { restoreIssue } from './restore-issue.ts';
import type { ServiceData } from './service-data.ts';
import type { Session, TestIssueState } from './session.ts';
import { type IssueState, TestIssue } from './test-issue.ts';

/** A write to the test issue. */
export interface SentWrite {
  readonly probe: Probe;
  /** The state of the test issue before it. */
  readonly before: IssueState;
  /** Whether the service rejected what the mirror accepts, or the reverse, and may. */
  isOpen: boolean;
}

/** The service beside a mirror with its data and behavior, and the test issue on both sides. */
export class SideBySide {
  readonly session: Session;
  readonly #behavior: Partial<Behavior> = {};
  readonly #seen: Knowledge['seen'] = { real: new Set(), model: new Set() };
  #mirror: Mirror;
  #issue: TestIssue | undefined;
  /** Whether the mirror may have another state of the test issue than the service. */
  isStale = false;
  lastWrite: SentWrite | undefined;

  constructor(session: Session) {
    this.session = session;
    this.#mirror = this.#newMirror();
  }

  get mirror(): Mirror {
    return this.#mirror;
  }

  /** The test issue while writes are sent. */
  get issue(): TestIssue | undefined {
    return this.#issue;
  }

  /** Runs the writes on the test issue, and restores it. */
  async withIssue({ issueNumber }: TestIssueState, run: () => Promise<void>, onRestore: () => void): Promise<void> {
    const issue = await TestIssue.open(this.session, issueNumber);
    this.#issue = issue;
    try {
      await this.resync();
      await run();
    } finally {
      onRestore();
      await restoreIssue(this.session, issue);
      this.#issue = undefined;
      this.isStale = false;
    }
  }

  /** Sends a probe to the service. */
  async send(probe: Probe): Promise<Exchange> {
    const { service } = this.session;
    if (this.#issue && isWrite(probe)) {
      // Two changes in one millisecond have the same time.
      await service.pause(10);
      this.lastWrite = { probe, before: this.#issue.state, isOpen: false };
      return probe.endpoint === 'issues.update' ? this.#issue.patch(probe) : this.#issue.write(probe);
    }
    return probe.anonymous ? service.request(requestOf(probe)) : service.read(requestOf(probe));
  }

  /** Returns the differences of two responses to a probe. */
  compare(probe: Probe, real: Answer, model: Answer, which = probe.aspects ?? fixed): Difference[] {
    return differences(real, model, { which, all: this.#knowledgeOf(probe) });
  }

  #knowledgeOf(probe: Probe): Knowledge {
    const { serviceData, now } = this.session;
    const { query = {} } = probe;
    const [limit, page] = [Number(query['limit'] ?? 20), Number(query['page'] ?? 1)];
    return {
      knows: (entry) => serviceData.knows(entry, probe),
      detailOf: ({ issueNumber }) => serviceData.details.get(Number(issueNumber)),
      capturedOf: ({ issueNumber }) => serviceData.captured.get(Number(issueNumber)),
      isFiltered: this.#issue !== undefined || filterNames.some((name) => name in query),
      page: serviceData.numbers.slice((page - 1) * limit, page * limit),
      seen: this.#seen,
      own: probe.project === serviceData.projectId ? this.#issue?.original.issueNumber : undefined,
      state: this.#issue?.state ?? {},
      now,
    };
  }

  /** Whether the mirror, with a behavior, responds as the service did. */
  async fits(probe: Probe, real: Exchange, aspect: Aspect, behavior: Partial<Behavior>): Promise<boolean> {
    const model = await this.#mirror.try(probe, behavior);
    return this.compare(probe, real, model, [aspect]).length === 0;
  }

  /** Lets the mirror behave like the service. */
  adopt(behavior: Partial<Behavior>): void {
    Object.assign(this.#behavior, behavior);
    this.#mirror.adopt(behavior);
  }

  /** Reads the list again, and what is known of its issues if it has changed. Returns whether it has. */
  async refresh({ aspects }: Probe): Promise<boolean> {
    const { service, serviceData } = this.session;
    // Issues of equal rank may change their order from read to read (GAP-52).
    const hasOrder = aspects?.includes('page');
    const inOrder = (items: readonly JsonObject[]) =>
      hasOrder ? items : items.toSorted((a, b) => Number(a['issueNumber']) - Number(b['issueNumber']));
    const [first, second] = hasOrder
      ? [await this.#readList(), await this.#readList()]
      : [serviceData, await this.#readList()];
    const before = inOrder(serviceData.items.slice(0, limits.maxPageSize));
    if (isSame(inOrder(second.items), before))
      return hasOrder ? !isSame(inOrder(first.items.slice(0, limits.maxPageSize)), before) : false;
    serviceData.replaceItems(second.items, second.total);
    for (const issue of serviceData.details.keys()) {
      const probe = { name: '', rules: [], endpoint: 'issues.get', project: serviceData.projectId, issue } as const;
      recordResponse(serviceData, probe, await service.read(requestOf(probe)));
    }
    return true;
  }

  async #readList(): Promise<Pick<ServiceData, 'items' | 'total'>> {
    const { service, serviceData } = this.session;
    const query = { limit: limits.maxPageSize };
    const probe = { name: '', rules: [], endpoint: 'issues.list', project: serviceData.projectId, query } as const;
    const list = await service.read(requestOf(probe));
    const items = entriesOf(list).filter(({ issueNumber }) => Number.isSafeInteger(issueNumber));
    return { items, total: Number(envelopeMember(list, 'total')) || items.length };
  }

  /** Gives the mirror the data that is known now. */
  reflect(): void {
    this.#mirror = this.#newMirror();
  }

  #newMirror(): Mirror {
    const { serviceData, now, target } = this.session;
    return new Mirror(serviceData, this.#behavior, { now, isApiKey: target.isApiKey });
  }

  /** Reads the test issue into the mirror. */
  async resync(): Promise<void> {
    this.isStale = false;
    const { serviceData, testIssue } = this.session;
    const issue = testIssue?.issueNumber ?? 0;
    const probe = { name: '', rules: [], project: serviceData.projectId, issue } as const;
    const detail = { ...probe, endpoint: 'issues.get' } as const;
    const comments = { ...probe, endpoint: 'issues.comments.list' } as const;
    const shown = await this.send(detail);
    recordResponse(serviceData, detail, shown);
    recordResponse(serviceData, comments, await this.send(comments));
    serviceData.updateItem(issue);
    this.reflect();
    this.#seen.model.clear();
    this.noteTimes(shown, await this.#mirror.send(detail));
  }

  /** Notes when the issue was changed, as each side shows it. */
  noteTimes(real: Answer, model: Answer): void {
    for (const [times, answer] of [
      [this.#seen.real, real],
      [this.#seen.model, model],
    ] as const) {
      const time = itemOf(answer)['updatedAt'];
      // The latest is the last.
      times.delete(time);
      if (time !== undefined) times.add(time);
    }
  }

  /** Whether a time is later than all that the service has shown of the test issue. */
  isLatest(time: string): boolean {
    return [...this.#seen.real].every((seen) => String(seen) < time);
  }
}
