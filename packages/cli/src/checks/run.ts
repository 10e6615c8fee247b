import { EndedEarly } from '../service/ended-early.ts';
import { anonymous } from './anonymous.ts';
import { checkEveryResponse } from './every-response.ts';
import { filters } from './filters.ts';
import { singleIssues } from './issue.ts';
import { issueBehavior } from './issue-behavior.ts';
import { issueList } from './issue-list.ts';
import { listBehavior } from './list-behavior.ts';
import { notFound } from './not-found.ts';
import { projectBehavior } from './project-behavior.ts';
import { projects } from './projects.ts';
import { searchBehavior } from './search-behavior.ts';
import type { CheckGroup, Session } from './session.ts';
import { writeBehavior } from './write-behavior.ts';
import { writes } from './writes.ts';

/** The groups of each goal: the cheapest and safest first, and last the one that makes a failed authentication. */
const groups: Readonly<Record<Session['goal'], readonly CheckGroup[]>> = {
  rules: [projects, issueList, singleIssues, filters, notFound, writes, anonymous],
  behavior: [
    projects,
    projectBehavior,
    issueList,
    listBehavior,
    singleIssues,
    searchBehavior,
    issueBehavior,
    writeBehavior,
    anonymous,
  ],
};

/**
 * Runs all groups of checks. Findings remain if the run ends early.
 *
 * @returns The reason if the run ended early.
 * @throws UsageError for a wrong project or credential.
 */
export async function runChecks(
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

/** The behavior options that only writes show. */
export const shownByWrites: readonly string[] = writeBehavior.behavior;
