import { endpoints } from '@issue-tracking/model';
import { EndedEarly } from '../service/ended-early.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import type { Answer } from './answers.ts';
import type { Aspect } from './aspects.ts';
import { Choices, showsNothing, tooFew } from './choices.ts';
import { type Compared, confirm } from './confirm.ts';
import { checkShape, shapes } from './every-response.ts';
import type { BehaviorName } from './findings.ts';
import { endpointsWithout, furtherReads } from './further-probes.ts';
import { brokenRules, isSendable, isWrite, type Probe } from './probe.ts';
import { anonymous, reads } from './read-probes.ts';
import { readServiceData } from './read-service-data.ts';
import type { Session } from './session.ts';
import { SideBySide } from './side-by-side.ts';
import { writes } from './write-probes.ts';

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
    const firstReads = await readServiceData(session);
    const run = new Replay(session);
    for (const { probe, exchange } of firstReads) await run.check(probe, exchange);
    const others = reads(session.serviceData);
    const known = [...firstReads.map(({ probe }) => probe), ...others];
    await run.askAll([...others, ...furtherReads(session.serviceData, known)], onStep);
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

class Replay {
  readonly #session: Session;
  readonly #choices: Choices;
  readonly #sides: SideBySide;
  /** The scopes that a response has shown. */
  readonly #scopes = new Set<string>();

  constructor(session: Session) {
    this.#session = session;
    this.#choices = new Choices(session.findings);
    this.#sides = new SideBySide(session);
  }

  /** Sends probes, one after the other. */
  async askAll(probes: readonly Probe[], onStep: OnStep): Promise<void> {
    for (const [at, probe] of probes.entries()) {
      onStep(probe.name, at, probes.length);
      await this.ask(probe);
    }
  }

  /** Runs the writes on the test issue, and restores it. */
  async write(onStep: OnStep): Promise<void> {
    const { testIssue, serviceData, findings } = this.#session;
    const probes = writes(serviceData, testIssue ?? { issueNumber: 1, status: 'open', priority: 'low' });
    for (const endpoint of endpointsWithout(probes, 'write'))
      findings.leaveUntested(shapes[endpoint][1], endpoint, 'no probe sends this write');
    if (testIssue) {
      const onRestore = () => onStep('restoring the test issue', probes.length, probes.length + 1);
      return this.#sides.withIssue(testIssue, () => this.askAll(probes, onStep), onRestore);
    }
    for (const probe of probes) {
      this.#leaveUntested(probe, onlyWrite);
      for (const name of Object.keys(probe.decides ?? {}) as BehaviorName[]) findings.undecided[name] ??= onlyWrite;
    }
  }

  /** Sends a probe to the service, and compares the response. Says why a probe can't be sent. */
  async ask(probe: Probe): Promise<void> {
    const sides = this.#sides;
    if (!isSendable(probe)) return this.#leaveUntested(probe, probe.unless ?? 'the data does not show it');
    // After an accepted change, the read that follows shows what it did.
    if (sides.isStale && probe.endpoint !== 'issues.get') await sides.resync();
    // What a lagging read shows decides nothing (GAP-57).
    if (sides.issue && !isWrite(probe) && probe.decides) await this.#session.service.pause(2000);
    await this.check(probe, await sides.send(probe));
  }

  /** Compares the service's response with the mirror's, and records what it shows. */
  async check(probe: Probe, first: Exchange): Promise<void> {
    const sides = this.#sides;
    if (first.status < 300) checkShape(this.#session.findings, probe.endpoint, first);
    await this.#decide(probe, first);
    if (await this.#isOpen(probe, first)) {
      if (sides.lastWrite) sides.lastWrite.isOpen = isWrite(probe);
      return this.#leaveOpen(probe, `the response is ${first.status}, which the specification leaves open`);
    }
    // A failed write may or may not have been applied.
    const isUnknown = isFailure(first) && isWrite(probe);
    const expected = isUnknown ? await sides.mirror.try(probe, {}) : await sides.mirror.send(probe);
    const compared = await confirm(sides, probe, first, expected);
    const { real, model, found } = compared;
    if (sides.issue) {
      const isAccepted = isWrite(probe) && real.status < 300 && model.status < 300 && typeof found !== 'string';
      sides.isStale = isUnknown || found.length > 0;
      if (sides.isStale && !isAccepted) await sides.resync();
      else sides.noteTimes(real, model);
    }
    this.#record(probe, compared);
  }

  /** Rules out the values of options with which the mirror responds otherwise, and lets it behave like the service. */
  async #decide(probe: Probe, real: Exchange): Promise<void> {
    const { undecided } = this.#session.findings;
    const sides = this.#sides;
    if (isFailure(real)) return;
    // A missing scope shows no choice.
    if (real.status === 403 && (await sides.mirror.try(probe, {})).status < 400) return;
    for (const [name, aspect] of Object.entries(probe.decides ?? {}) as [BehaviorName, Aspect][]) {
      if (showsNothing(name, real)) {
        undecided[name] ??= name === 'absentValues' ? 'no issue that was read lacks two values' : tooFew;
        continue;
      }
      const value = await this.#choices.narrow(name, aspect, real, (behavior, aspect) =>
        sides.fits(probe, real, aspect, behavior),
      );
      // Until the option is decided, the mirror has the first value that fits.
      if (value !== undefined) sides.adopt({ [name]: value });
    }
  }

  /** Whether the service may accept what the mirror rejects, or reject what it accepts, and does. */
  async #isOpen(probe: Probe, real: Exchange): Promise<boolean> {
    const isRejected = real.status >= 400 && real.status < 500;
    if (probe.open !== (isRejected ? 'reject' : 'accept') || isFailure(real)) return false;
    const expected = await this.#sides.mirror.try(probe, {});
    return expected.status < 400 === isRejected;
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

  #leaveOpen({ rules, name }: Probe, why: string): void {
    for (const rule of rules) this.#session.findings.leaveOpen(rule, name, why);
  }

  #leaveUntested({ rules, name }: Probe, why: string): void {
    for (const rule of rules) this.#session.findings.leaveUntested(rule, name, why);
  }
}
