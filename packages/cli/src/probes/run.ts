import { EndedEarly } from '../service/ended-early.ts';
import { anonymous } from './anonymous.ts';
import { checkEveryResponse } from './every-response.ts';
import { filters } from './filters.ts';
import { singleIssues } from './issue.ts';
import { issueList } from './issue-list.ts';
import { issueReadings } from './issue-readings.ts';
import { listReadings } from './list-readings.ts';
import { notFound } from './not-found.ts';
import { projectReadings } from './project-readings.ts';
import { projects } from './projects.ts';
import { searchReadings } from './search-readings.ts';
import type { ProbeGroup, Session } from './session.ts';
import { writeReadings } from './write-readings.ts';
import { writes } from './writes.ts';

/** The cheapest and safest first; the one failed authentication last. */
const groups: Readonly<Record<Session['goal'], readonly ProbeGroup[]>> = {
  rules: [projects, issueList, singleIssues, filters, notFound, writes, anonymous],
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
): Promise<EndedEarly | undefined> {
  const all = groups[session.goal];
  try {
    for (const [at, group] of all.entries()) {
      onGroup(group.title, at, all.length);
      await group.run(session);
    }
    return undefined;
  } catch (error) {
    if (error instanceof EndedEarly) return error;
    throw error;
  } finally {
    if (session.goal === 'rules') checkEveryResponse(session);
  }
}

/** The readings that only writes show. */
export const shownByWrites: readonly string[] = writeReadings.readings;
