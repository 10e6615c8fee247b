import { isJsonObject, isText, itemOf } from '../platform/json.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import type { Answer } from './answers.ts';
import type { Difference } from './aspects.ts';
import { brokenRules, isWrite, type Probe } from './probe.ts';
import { recordResponse } from './read-service-data.ts';
import type { SideBySide } from './side-by-side.ts';
import { readLagDelays, type TestIssue } from './test-issue.ts';

/** How often a change is repeated, and the pause between: two changes within one tick of a clock have the same time. */
const attempts = { times: 5, pauseMs: 1100 };

/** Two responses, and how they differ; a text if another cause than a violation explains it. */
export interface Compared {
  readonly real: Exchange;
  readonly model: Answer;
  readonly found: readonly Difference[] | string;
}

/**
 * Compares two responses, and repeats a request that differs: a read may lag behind, others may change data, and two changes may
 * have the same time.
 */
export async function confirm(sides: SideBySide, probe: Probe, real: Exchange, model: Answer): Promise<Compared> {
  const { findings } = sides.session;
  const found = sides.compare(probe, real, model);
  const rules = found.flatMap(({ aspect }) => brokenRules(probe, aspect));
  if (rules.every((rule) => findings.isBroken(rule)) || probe.anonymous) return { real, model, found };
  if (isFailure(real)) return confirmFailure(sides, probe, real, model);
  if (!sides.issue) return confirmRead(sides, probe, found);
  return isWrite(probe)
    ? confirmWrite(sides, sides.issue, probe, { real, model, found })
    : confirmShown(sides, probe, model);
}

/** Repeats a request that should be rejected and got a 500, because a service may fail now and then. */
async function confirmFailure(sides: SideBySide, probe: Probe, first: Exchange, model: Answer): Promise<Compared> {
  let real = first;
  for (let time = 1; real.status === 500 && model.status >= 400 && time < attempts.times; time++) {
    await sides.session.service.pause(attempts.pauseMs);
    real = await sides.send(probe);
  }
  return { real, model, found: sides.compare(probe, real, model) };
}

/** Repeats a read. Data that changes in between is read again. */
async function confirmRead(sides: SideBySide, probe: Probe, before: readonly Difference[]): Promise<Compared> {
  const { service, serviceData } = sides.session;
  const isSure = before.some(({ aspect }) => aspect === 'status' || aspect === 'error' || aspect === 'field');
  let hasChanged = true;
  let real: Exchange;
  let model: Answer;
  let found: readonly Difference[];
  let at = 0;
  do {
    await service.pause(readLagDelays[at++] ?? 0);
    hasChanged = await sides.refresh(probe);
    real = await sides.send(probe);
    recordResponse(serviceData, probe, real);
    if (hasChanged) sides.reflect();
    model = await sides.mirror.try(probe, {});
    found = sides.compare(probe, real, model);
  } while (found.length > 0 && at < (isSure && !hasChanged ? 1 : readLagDelays.length));
  return { real, model, found: found.length > 0 && hasChanged ? 'data kept changing during the check' : found };
}

/** Repeats a read after a write, until it shows the write (GAP-57). */
async function confirmShown(sides: SideBySide, probe: Probe, model: Answer): Promise<Compared> {
  let real: Exchange | undefined;
  let found: readonly Difference[] = [];
  for (const ms of readLagDelays) {
    await sides.session.service.pause(ms);
    real = await sides.send(probe);
    found = sides.compare(probe, real, model);
    if (found.length === 0) break;
  }
  if (found.length > 0 && probe.endpoint === 'issues.list') return confirmListed(sides, probe);
  const time = itemOf(real as Exchange)['updatedAt'];
  const isLater = isText(time) && sides.isLatest(time);
  // The mirror's state may be of a read that lagged behind an earlier write.
  const isMirrorBehind = sides.issue?.isShownBy(real as Exchange) && !sides.issue.isShownBy(model);
  if (found.length === 0 || !(isLater || isMirrorBehind || sides.lastWrite?.isOpen))
    return { real: real as Exchange, model, found };
  return confirmRejected(sides, probe);
}

/** Repeats a change with other values, and the list after it, because another user may have made the same change. */
async function confirmListed(sides: SideBySide, probe: Probe): Promise<Compared> {
  const { service, serviceData } = sides.session;
  for (let time = 1; ; time++) {
    await service.pause(attempts.pauseMs);
    await sides.refresh(probe);
    await sides.resync();
    const { status, priority } = sides.lastWrite?.before ?? {};
    const change: Probe = {
      name: '',
      rules: [],
      endpoint: 'issues.update',
      project: serviceData.projectId,
      issue: sides.issue?.original.issueNumber,
      body: { status, priority },
    };
    sides.noteTimes(await sides.send(change), await sides.mirror.send(change));
    const [real, model] = [await sides.send(probe), await sides.mirror.send(probe)];
    const found = sides.compare(probe, real, model);
    if (found.length === 0 || time === attempts.times) return { real, model, found };
  }
}

/** Repeats a rejected write and the read after it, because another user may have changed the issue in between. */
async function confirmRejected(sides: SideBySide, probe: Probe): Promise<Compared> {
  for (let time = 1; ; time++) {
    await sides.resync();
    const write = sides.lastWrite;
    const isRejected = write && (write.isOpen || (await sides.mirror.try(write.probe, {})).status >= 400);
    if (isRejected) await sides.issue?.patch(write.probe);
    const [real, model] = [await sides.send(probe), await sides.mirror.send(probe)];
    const found = sides.compare(probe, real, model);
    if (found.length === 0 && isRejected) return { real, model, found };
    if (!isRejected) return { real, model, found: 'another user changed the issue' };
    if (time === attempts.times) return { real, model, found };
    await sides.session.service.pause(attempts.pauseMs);
  }
}

/** Repeats a write from the state before it. */
async function confirmWrite(sides: SideBySide, issue: TestIssue, probe: Probe, first: Compared): Promise<Compared> {
  const { service } = sides.session;
  const before = sides.lastWrite?.before ?? issue.original;
  let { real, model, found } = first;
  // Each repeated comment stays.
  const isRepeatable = probe.endpoint === 'issues.update' || real.status >= 400;
  for (let time = 0; time < attempts.times && found.length > 0 && isRepeatable; time++) {
    await service.pause(attempts.pauseMs);
    if (real.status < 300 && isJsonObject(probe.body)) {
      const { updatedAt } = itemOf(await issue.reset(probe.body, before));
      // Without a reset, the same change shows nothing.
      if (updatedAt === undefined)
        return { real, model, found: 'the issue could not leave the state for another attempt' };
      await service.pause(attempts.pauseMs);
    }
    await sides.resync();
    real = await sides.send(probe);
    model = await sides.mirror.send(probe);
    found = sides.compare(probe, real, model);
  }
  return { real, model, found };
}
