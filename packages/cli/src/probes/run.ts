import { Stopped } from '../service/stopped.ts';
import { absent } from './absent.ts';
import { anonymous } from './anonymous.ts';
import { checkEveryAnswer } from './every-answer.ts';
import { filters } from './filters.ts';
import { singleIssues } from './issue.ts';
import { issueList } from './issue-list.ts';
import { issueReadings } from './issue-readings.ts';
import { listReadings } from './list-readings.ts';
import { projectReadings } from './project-readings.ts';
import { projects } from './projects.ts';
import { searchReadings } from './search-readings.ts';
import type { ProbeGroup, Session } from './session.ts';
import { writeReadings } from './write-readings.ts';
import { writes } from './writes.ts';

/** The cheapest and safest first; the one failed authentication last. */
const groups: Readonly<Record<Session['goal'], readonly ProbeGroup[]>> = {
  rules: [projects, issueList, singleIssues, filters, absent, writes, anonymous],
  readings: [
    projects,
    projectReadings,
    issueList,
    listReadings,
    singleIssues,
    searchReadings,
    issueReadings,
    writeReadings,
    anonymous,
  ],
};

/**
 * Runs every group of probes. What was found stays found when it has to end early.
 *
 * @returns why it ended early.
 * @throws UsageError when what was asked for can't be.
 */
export async function runProbes(
  session: Session,
  onGroup: (title: string, at: number, of: number) => void,
): Promise<Stopped | undefined> {
  const all = groups[session.goal];
  try {
    for (const [at, group] of all.entries()) {
      onGroup(group.title, at, all.length);
      await group.run(session);
    }
    return undefined;
  } catch (error) {
    if (error instanceof Stopped) return error;
    throw error;
  } finally {
    if (session.goal === 'rules') checkEveryAnswer(session);
  }
}

/** The readings that only writes show. */
export const shownByWrites: readonly string[] = writeReadings.readings;
