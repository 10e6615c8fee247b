import { Stopped } from '../service/service.ts';
import { absent } from './absent.ts';
import { anonymous } from './anonymous.ts';
import { checkEveryAnswer } from './every-answer.ts';
import { singleIssues } from './issue.ts';
import { issueList } from './issue-list.ts';
import { issueReadings } from './issue-readings.ts';
import { listReadings } from './list-readings.ts';
import { projects } from './projects.ts';
import { searchReadings } from './search-readings.ts';
import type { ProbeGroup, Session } from './session.ts';
import { writes } from './writes.ts';

/** The cheapest and safest first; the one failed authentication last. */
const groups: Readonly<Record<Session['goal'], readonly ProbeGroup[]>> = {
  rules: [projects, issueList, singleIssues, absent, writes, anonymous],
  readings: [projects, issueList, listReadings, singleIssues, searchReadings, issueReadings, writes, anonymous],
};

/**
 * Runs every group of probes. What was found stays found when it has to end early.
 *
 * @returns why it ended early.
 */
export async function runProbes(
  session: Session,
  onGroup: (title: string, at: number, of: number) => void,
): Promise<string | undefined> {
  const all = groups[session.goal];
  try {
    for (const [at, group] of all.entries()) {
      onGroup(group.title, at, all.length);
      await group.run(session);
    }
    return undefined;
  } catch (error) {
    if (error instanceof Stopped) return error.message;
    throw error;
  } finally {
    if (session.goal === 'rules') checkEveryAnswer(session);
  }
}

/** The rules that only writes show. */
export const writeRules: readonly string[] = writes.rules;
/** The readings that only writes show. */
export const writeReadings: readonly string[] = writes.readings;
