import type { Behavior } from '@issue-tracking/mock';
import { endpoints } from '@issue-tracking/model';
import { entriesOf, envelopeMember, isJsonObject, isSame, isText, itemOf, type JsonObject } from '../platform/json.ts';
import { EndedEarly } from '../service/ended-early.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { type Answer, type Aspect, type Difference, differences, fixed, type Knowledge } from './aspects.ts';
import { Choices, showsNothing, tooFew } from './choices.ts';
import { checkShape } from './every-response.ts';
import type { BehaviorName, RuleId } from './findings.ts';
import { absorb, learn } from './learn.ts';
import { Mirror } from './mirror.ts';
import { isSendable, isWrite, type Probe, requestOf } from './probe.ts';
import { anonymous, reads, writes } from './probes.ts';
import { restoreIssue } from './restore-issue.ts';
import type { Session } from './session.ts';
import { type IssueState, readLagDelays, TestIssue } from './test-issue.ts';

/** How often a change is repeated, and the pause between: two changes within one tick of a clock have the same time. */
const attempts = { times: 5, pauseMs: 1100 };

const onlyWrite = 'only a write shows it: --project ID --issue N --write';

/** Called before each request of the table, with its name. */
export type OnStep = (name: string, at: number, of: number) => void;

/**
 * Sends every probe to the service and to the mock, and records where they differ.
 *
 * @returns Why the run ended early, if it did.
 * @throws UsageError for a wrong project or credential.
 */
export async function replay(session: Session, onStep: OnStep): Promise<EndedEarly | undefined> {
  const { findings, service } = session;
  try {
    onStep('reading the data', 0, 1);
    const learned = await learn(session);
    const run = new Replay(session);
    for (const { probe, exchange } of learned) await run.check(probe, exchange);
    const rows = reads(session.facts);
    for (const [at, probe] of rows.entries()) {
      onStep(probe.name, at, rows.length);
      await run.ask(probe);
    }
    await run.write(onStep);
    await run.ask(anonymous);
    return undefined;
  } catch (error) {
    if (error instanceof EndedEarly) return error;
    throw error;
  } finally {
    if (service.rejectedOnce) findings.fail('AUTH-1', service.rejectedOnce, 'other paths accept the credential');
  }
}

/** Returns the rules that a difference breaks. A probe without rules shows only choices. */
function brokenRules({ rules, breaks }: Probe, aspect: Aspect): readonly RuleId[] {
  return rules.length === 0 ? [] : [breaks?.[aspect] ?? rules[0] ?? []].flat();
}

/** Two responses, and how they differ; a text if another cause than a violation explains it. */
interface Compared {
  readonly real: Exchange;
  readonly model: Answer;
  readonly found: readonly Difference[] | string;
}

class Replay {
  readonly #session: Session;
  readonly #choices: Choices;
  /** The behavior of the mock. */
  readonly #behavior: Partial<Behavior> = {};
  readonly #seen: Knowledge['seen'] = { real: new Set(), model: new Set() };
  /** The scopes that a response has shown. */
  readonly #scopes = new Set<string>();
  #mirror: Mirror;
  #issue: TestIssue | undefined;
  /** Whether the mock may have another state of the test issue than the service. */
  #isStale = false;
  /** The last write, and whether the service rejected what the mock accepts. */
  #write: Probe | undefined;
  #isOpenWrite = false;
  /** The state of the test issue before it. */
  #before: IssueState | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.#choices = new Choices(session.findings);
    this.#mirror = this.#reflect();
  }

  #reflect(): Mirror {
    const { facts, now, target } = this.#session;
    return new Mirror(facts, this.#behavior, { now, isApiKey: target.isApiKey });
  }

  /** Sends a probe to the service, and compares the response. Says why a probe can't be sent. */
  async ask(probe: Probe): Promise<void> {
    const { service } = this.#session;
    if (!isSendable(probe)) return this.#leaveUntested(probe, probe.unless ?? 'the data does not show it');
    // After an accepted change, the read that follows shows what it did.
    if (this.#isStale && probe.endpoint !== 'issues.get') await this.#resync();
    // What a lagging read shows decides nothing (GAP-57).
    if (this.#issue && !isWrite(probe) && probe.decides) await service.pause(2000);
    await this.check(probe, await this.#send(probe));
  }

  async #send(probe: Probe): Promise<Exchange> {
    const { service } = this.#session;
    if (this.#issue && isWrite(probe)) {
      // Two changes in one millisecond have the same time.
      await service.pause(10);
      this.#write = probe;
      this.#before = this.#issue.state;
      this.#isOpenWrite = false;
      return probe.endpoint === 'issues.update' ? this.#issue.patch(probe) : this.#issue.post(probe);
    }
    return probe.anonymous ? service.request(requestOf(probe)) : service.read(requestOf(probe));
  }

  /** Compares the service's response with the mock's, and records what it shows. */
  async check(probe: Probe, first: Exchange): Promise<void> {
    const { findings } = this.#session;
    if (first.status < 300) checkShape(findings, probe.endpoint, first);
    await this.#decide(probe, first);
    if (await this.#isOpen(probe, first)) {
      this.#isOpenWrite = isWrite(probe);
      return this.#leaveOpen(probe, `the response is ${first.status}, which the specification leaves open`);
    }
    // A failed write may or may not have been applied.
    const isUnknown = isFailure(first) && isWrite(probe);
    const expected = isUnknown ? await this.#mirror.try(probe, {}) : await this.#mirror.send(probe);
    const compared = await this.#confirm(probe, first, expected);
    const { real, model, found } = compared;
    if (this.#issue) {
      const isAccepted = isWrite(probe) && real.status < 300 && model.status < 300 && typeof found !== 'string';
      this.#isStale = isUnknown || found.length > 0;
      if (this.#isStale && !isAccepted) await this.#resync();
      else this.#note(itemOf(real)['updatedAt'], itemOf(model)['updatedAt']);
    }
    this.#record(probe, compared);
  }

  #record(probe: Probe, { real, model, found }: Compared): void {
    const { findings } = this.#session;
    const { rules, name } = probe;
    const why = typeof found === 'string' ? found : this.#excuse(probe, real, model);
    if (why !== undefined) this.#leaveOpen(probe, why);
    if (why !== undefined || typeof found === 'string') return;
    if (real.status === 403 && model.status < 300 && !probe.open) {
      findings.checkScopeError(real);
      findings.fail('AUTH-5', real, `${name} is not allowed, but other requests with this scope are`);
    } else if (real.status === 404 && model.status < 300 && rules.includes('GEN-1')) {
      findings.fail('GEN-1', real, `${name} is not at this path`);
    } else {
      for (const { aspect, why } of found)
        for (const rule of brokenRules(probe, aspect)) findings.fail(rule, real, `${name}: ${why}`);
      if (found.length === 0) for (const rule of rules) findings.pass(rule, name, real);
    }
  }

  /** Returns why a response shows nothing of a rule. @throws EndedEarly if the credential can't write. */
  #excuse(probe: Probe, real: Exchange, model: Answer): string | undefined {
    // A proxy or an overloaded service fails now and then.
    if (isFailure(real) && (real.status !== 500 || model.status < 400 || probe.anonymous))
      return `the response is ${real.status}`;
    if (probe.anonymous && real.status === 429) return 'this address is locked out for now';
    const { scope } = endpoints[probe.endpoint];
    if (real.status < 300) this.#scopes.add(scope);
    if (real.status !== 403 || model.status >= 300 || probe.open || this.#scopes.has(scope)) return undefined;
    this.#session.findings.checkScopeError(real);
    if (isWrite(probe)) throw new EndedEarly(`the credential lacks the scope ${scope}; nothing was changed`);
    return `the credential lacks the scope ${scope}`;
  }

  /** Whether the service may accept what the mock rejects, or reject what it accepts, and does. */
  async #isOpen(probe: Probe, real: Exchange): Promise<boolean> {
    const isRejected = real.status >= 400 && real.status < 500;
    if (probe.open !== (isRejected ? 'reject' : 'accept') || isFailure(real)) return false;
    const expected = await this.#mirror.try(probe, {});
    return expected.status < 400 === isRejected;
  }

  #compare(probe: Probe, real: Answer, model: Answer, which = probe.aspects ?? fixed): Difference[] {
    const { facts, now } = this.#session;
    const { query = {} } = probe;
    const [limit, page] = [Number(query['limit'] ?? 20), Number(query['page'] ?? 1)];
    const all: Knowledge = {
      knows: (entry) => facts.knows(entry, probe),
      detailOf: ({ issueNumber }) => facts.details.get(Number(issueNumber)),
      capturedOf: ({ issueNumber }) => facts.captured.get(Number(issueNumber)),
      isFiltered: this.#issue !== undefined || ['q', 'label', 'status', 'priority'].some((name) => name in query),
      page: facts.numbers.slice((page - 1) * limit, page * limit),
      seen: this.#seen,
      own: probe.project === facts.projectId ? this.#issue?.original.issueNumber : undefined,
      state: this.#issue?.state ?? {},
      now,
    };
    return differences(real, model, { which, all });
  }

  /** Rules out the values of options with which the mock responds otherwise, and lets the mock behave like the service. */
  async #decide(probe: Probe, real: Exchange): Promise<void> {
    const { findings } = this.#session;
    if (isFailure(real)) return;
    // A missing scope shows no choice.
    if (real.status === 403 && (await this.#mirror.try(probe, {})).status < 400) return;
    for (const [name, aspect] of Object.entries(probe.decides ?? {}) as [BehaviorName, Aspect][]) {
      if (showsNothing(name, real)) {
        findings.undecided[name] ??= name === 'absentValues' ? 'no issue that was read lacks two values' : tooFew;
        continue;
      }
      const value = await this.#choices.narrow(name, aspect, real, async (behavior, aspect) => {
        const model = await this.#mirror.try(probe, behavior);
        return this.#compare(probe, real, model, [aspect]).length === 0;
      });
      // Until the option is decided, the mock has the first value that fits.
      if (value === undefined) continue;
      Object.assign(this.#behavior, { [name]: value });
      this.#mirror.adopt({ [name]: value });
    }
  }

  /**
   * Repeats a request that differs: a read may lag behind, others may change data, and two changes may have the same time.
   */
  async #confirm(probe: Probe, first: Exchange, model: Answer): Promise<Compared> {
    const { findings } = this.#session;
    const found = this.#compare(probe, first, model);
    const rules = found.flatMap(({ aspect }) => brokenRules(probe, aspect));
    if (rules.every((rule) => findings.isBroken(rule)) || probe.anonymous) return { real: first, model, found };
    if (isFailure(first)) return this.#confirmFailure(probe, first, model);
    if (!this.#issue) return this.#confirmRead(probe, found);
    return isWrite(probe) ? this.#confirmWrite(this.#issue, probe, first, model) : this.#confirmShown(probe, model);
  }

  /** Repeats a request that should be rejected and got a 500, because a service may fail now and then. */
  async #confirmFailure(probe: Probe, first: Exchange, model: Answer): Promise<Compared> {
    let real = first;
    for (let time = 1; real.status === 500 && model.status >= 400 && time < attempts.times; time++) {
      await this.#session.service.pause(attempts.pauseMs);
      real = await this.#send(probe);
    }
    return { real, model, found: this.#compare(probe, real, model) };
  }

  /** Repeats a read. Data that changes in between is read again. */
  async #confirmRead(probe: Probe, before: readonly Difference[]): Promise<Compared> {
    const { service, facts } = this.#session;
    const isSure = before.some(({ aspect }) => aspect === 'status' || aspect === 'error' || aspect === 'field');
    let hasChanged = true;
    let real: Exchange;
    let model: Answer;
    let found: readonly Difference[];
    let at = 0;
    do {
      await service.pause(readLagDelays[at++] ?? 0);
      hasChanged = await this.#refresh(probe);
      real = await this.#send(probe);
      absorb(facts, probe, real);
      if (hasChanged) this.#mirror = this.#reflect();
      model = await this.#mirror.try(probe, {});
      found = this.#compare(probe, real, model);
    } while (found.length > 0 && at < (isSure && !hasChanged ? 1 : readLagDelays.length));
    return { real, model, found: found.length > 0 && hasChanged ? 'data kept changing during the check' : found };
  }

  /** Reads the list again, and what is known of its issues if it has changed. Returns whether it has. */
  async #refresh({ aspects }: Probe): Promise<boolean> {
    const { service, facts } = this.#session;
    const read = async () => {
      const list = await service.read(
        requestOf({ name: '', rules: [], endpoint: 'issues.list', project: facts.projectId, query: { limit: 100 } }),
      );
      const items = entriesOf(list).filter(({ issueNumber }) => Number.isSafeInteger(issueNumber));
      return { items, total: Number(envelopeMember(list, 'total')) || items.length };
    };
    // Issues of equal rank may change their order from read to read (GAP-52).
    const hasOrder = aspects?.includes('page');
    const inOrder = (items: readonly JsonObject[]) =>
      hasOrder ? items : items.toSorted((a, b) => Number(a['issueNumber']) - Number(b['issueNumber']));
    const [first, second] = hasOrder ? [await read(), await read()] : [facts, await read()];
    const before = inOrder(facts.items.slice(0, 100));
    if (isSame(inOrder(second.items), before))
      return hasOrder ? !isSame(inOrder(first.items.slice(0, 100)), before) : false;
    facts.replaceItems(second.items, second.total);
    for (const issue of facts.details.keys()) {
      const probe = { name: '', rules: [], endpoint: 'issues.get', project: facts.projectId, issue } as const;
      absorb(facts, probe, await service.read(requestOf(probe)));
    }
    return true;
  }

  /** Repeats a read after a write, until it shows the write (GAP-57). */
  async #confirmShown(probe: Probe, model: Answer): Promise<Compared> {
    const { service } = this.#session;
    let real: Exchange | undefined;
    let found: readonly Difference[] = [];
    for (const ms of readLagDelays) {
      await service.pause(ms);
      real = await this.#send(probe);
      found = this.#compare(probe, real, model);
      if (found.length === 0) break;
    }
    if (found.length > 0 && probe.endpoint === 'issues.list') return this.#confirmListed(probe);
    const time = itemOf(real as Exchange)['updatedAt'];
    const isLater = isText(time) && [...this.#seen.real].every((seen) => String(seen) < time);
    // The mock's state may be of a read that lagged behind an earlier write.
    if (found.length === 0 || !(isLater || this.#isOpenWrite)) return { real: real as Exchange, model, found };
    return this.#confirmRejected(probe);
  }

  /** Repeats a change with other values, and the list after it, because another user may have made the same change. */
  async #confirmListed(probe: Probe): Promise<Compared> {
    const { service, facts } = this.#session;
    for (let time = 1; ; time++) {
      await service.pause(attempts.pauseMs);
      await this.#refresh(probe);
      await this.#resync();
      const { status, priority } = this.#before ?? {};
      const issue = this.#issue?.original.issueNumber;
      const change: Probe = {
        name: '',
        rules: [],
        endpoint: 'issues.update',
        project: facts.projectId,
        issue,
        body: { status, priority },
      };
      const [changed, expected] = [await this.#send(change), await this.#mirror.send(change)];
      this.#note(itemOf(changed)['updatedAt'], itemOf(expected)['updatedAt']);
      const [real, model] = [await this.#send(probe), await this.#mirror.send(probe)];
      const found = this.#compare(probe, real, model);
      if (found.length === 0 || time === attempts.times) return { real, model, found };
    }
  }

  /** Repeats a rejected write and the read after it, because another user may have changed the issue in between. */
  async #confirmRejected(probe: Probe): Promise<Compared> {
    const { service } = this.#session;
    for (let time = 1; ; time++) {
      await this.#resync();
      const write = this.#write;
      const isRejected = write && (this.#isOpenWrite || (await this.#mirror.try(write, {})).status >= 400);
      if (isRejected) await this.#issue?.patch(write);
      const [real, model] = [await this.#send(probe), await this.#mirror.send(probe)];
      const found = this.#compare(probe, real, model);
      if (found.length === 0 && isRejected) return { real, model, found };
      if (!isRejected) return { real, model, found: 'another user changed the issue' };
      if (time === attempts.times) return { real, model, found };
      await service.pause(attempts.pauseMs);
    }
  }

  /** Repeats a write from the state before it. */
  async #confirmWrite(issue: TestIssue, probe: Probe, first: Exchange, expected: Answer): Promise<Compared> {
    const { service } = this.#session;
    let [real, model] = [first, expected];
    const { status, priority } = this.#before ?? issue.original;
    let found: readonly Difference[] = this.#compare(probe, real, model);
    // Each repeated comment stays.
    const isRepeatable = probe.endpoint === 'issues.update' || real.status >= 400;
    for (let time = 0; time < attempts.times && found.length > 0 && isRepeatable; time++) {
      await service.pause(attempts.pauseMs);
      if (real.status < 300 && isJsonObject(probe.body)) {
        const { updatedAt } = itemOf(await issue.reset(probe.body, { status, priority }));
        // Without a reset, the same change shows nothing.
        if (updatedAt === undefined)
          return { real, model, found: 'the issue could not leave the state for another attempt' };
        await service.pause(attempts.pauseMs);
      }
      await this.#resync();
      real = await this.#send(probe);
      model = await this.#mirror.send(probe);
      found = this.#compare(probe, real, model);
    }
    return { real, model, found };
  }

  /** Runs the writes on the test issue, and restores it. */
  async write(onStep: OnStep): Promise<void> {
    const { testIssue, facts, findings } = this.#session;
    const rows = writes(facts, testIssue ?? { issueNumber: 1, status: 'open', priority: 'low' });
    if (!testIssue) {
      for (const probe of rows) {
        this.#leaveUntested(probe, onlyWrite);
        for (const name of Object.keys(probe.decides ?? {}) as BehaviorName[]) findings.undecided[name] ??= onlyWrite;
      }
      return;
    }
    this.#issue = await TestIssue.open(this.#session, testIssue.issueNumber);
    try {
      await this.#resync();
      for (const [at, probe] of rows.entries()) {
        onStep(probe.name, at, rows.length);
        await this.ask(probe);
      }
    } finally {
      onStep('restoring the test issue', rows.length, rows.length + 1);
      await restoreIssue(this.#session, this.#issue);
      this.#issue = undefined;
      this.#isStale = false;
    }
  }

  /** Reads the test issue into the mock. */
  async #resync(): Promise<void> {
    this.#isStale = false;
    const { facts, testIssue } = this.#session;
    const issue = testIssue?.issueNumber ?? 0;
    const probe = { name: '', rules: [], project: facts.projectId, issue } as const;
    const detail = { ...probe, endpoint: 'issues.get' } as const;
    const shown = await this.#send(detail);
    for (const row of [detail, { ...probe, endpoint: 'issues.comments.list' } as const])
      absorb(facts, row, row === detail ? shown : await this.#send(row));
    facts.updateItem(issue);
    this.#mirror = this.#reflect();
    this.#seen.model.clear();
    this.#note(itemOf(shown)['updatedAt'], itemOf(await this.#mirror.send(detail))['updatedAt']);
  }

  #note(real: unknown, model: unknown): void {
    for (const [times, time] of [
      [this.#seen.real, real],
      [this.#seen.model, model],
    ] as const) {
      // The latest is the last.
      times.delete(time);
      if (time !== undefined) times.add(time);
    }
  }

  #leaveOpen({ rules, name }: Probe, why: string): void {
    for (const rule of rules) this.#session.findings.leaveOpen(rule, name, why);
  }

  #leaveUntested({ rules, name }: Probe, why: string): void {
    for (const rule of rules) this.#session.findings.leaveUntested(rule, name, why);
  }
}
