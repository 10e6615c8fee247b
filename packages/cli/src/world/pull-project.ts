import { formatVersion } from '@issue-tracking/mock/internal';
import { unknownProject } from '../compare/read-service-data.ts';
import { UsageError } from '../context.ts';
import { entriesOf, type JsonObject } from '../platform/json.ts';
import type { Reader } from '../service/reader.ts';
import type { CopiedIssues } from './copied-issues.ts';
import { keep, type PulledIssue, pullIssue, requestsFor } from './pull-issue.ts';
import { type CopiedIssue, type CopiedWorld, copiedKey } from './world-file.ts';

interface PullOptions {
  readonly reader: Reader;
  readonly projectId: string;
  /** A timestamp. Issues that were last changed earlier are not read. */
  readonly since: string | undefined;
  /** The issues of an earlier run. */
  readonly earlier: CopiedIssues;
  /** Called before the first issue. */
  readonly onStart: (progress: PullProgress) => void;
  /** Called before each issue. */
  readonly onIssue: (progress: PullProgress) => void;
  /** Called after each issue. */
  readonly onRead: (copy: ProjectCopy) => void;
}

interface PullProgress {
  /** Number of issues to read. */
  readonly of: number;
  readonly done: number;
  /** Number of requests left at most, without retries. */
  readonly requestsLeft: number;
}

/** The copy of a project as far as it is read. */
export interface ProjectCopy {
  /** Returns it as a world, without the issues that are not reached yet. */
  world(): CopiedWorld;
  isReached(issueNumber: number): boolean;
}

/** The copied data. */
export interface PulledProject extends ProjectCopy {
  /** Number of issues that were read, or are up to date. */
  readonly done: number;
  /** Number of lists that the service truncated. */
  readonly cut: number;
  /** Number of issues whose list item has other values than the single issue. The copy has those of the single issue. */
  readonly differing: number;
  /** Numbers of the earlier issues that the service no longer has. */
  readonly dropped: readonly number[];
  /** Numbers of the issues without current data: under `issues` all of it, otherwise the part. */
  readonly unread: Record<string, number[]>;
  /** Whether the list kept changing, so that issues may be missing. */
  readonly isUnstable: boolean;
  /** The error that ended the run before the last issue. */
  readonly ended: unknown;
}

/**
 * Reads a project with its issues, comments and captured data. An error while it reads issues leaves the rest unread.
 *
 * @throws EndedEarly, UsageError
 */
export async function pullProject(options: PullOptions): Promise<PulledProject> {
  const { reader, projectId, since, earlier, onStart, onIssue, onRead } = options;
  const project = await readProject(reader, projectId);
  const { items, isComplete } = await reader.readList(projectId);
  const listed = new Map(items.map((item) => [Number(item['issueNumber']), item]));
  // An issue may be missing in a list that the service still has. Only its own 404 says that it is gone.
  const numbers = [...new Set([...listed.keys(), ...earlier.keys()])].sort((a, b) => a - b);
  const chosen = new Set(numbers.filter((number) => isSince(listed.get(number), since)));
  const results = new Map<number, PulledIssue>();
  const copy: ProjectCopy = {
    world: () =>
      worldOf(
        project,
        [...results.values()].flatMap(({ issue }) => issue ?? []),
      ),
    isReached: (issueNumber) => results.has(issueNumber),
  };
  const requestsOf = (number: number) => requestsFor(listed.get(number), earlier.get(number));
  let done = 0;
  let requestsLeft = [...chosen].reduce((sum, number) => sum + requestsOf(number), 0);
  const progress = () => ({ of: chosen.size, done, requestsLeft });
  let ended: unknown;
  onStart(progress());
  try {
    for (const number of numbers) {
      const known = earlier.get(number);
      if (!chosen.has(number)) {
        results.set(number, keep(known));
        continue;
      }
      onIssue(progress());
      const params = { projectId, issueNumber: String(number) };
      results.set(number, await pullIssue(listed.get(number), known, (name) => reader.read(name, params)));
      done++;
      requestsLeft -= requestsOf(number);
      onRead(copy);
    }
  } catch (error) {
    ended = error;
  }
  return { ...copy, done, ...summaryOf(numbers, results, earlier), isUnstable: !isComplete, ended };
}

/** Reads a project, as the project list shows it. @throws UsageError for an unknown project, EndedEarly */
async function readProject(reader: Reader, projectId: string): Promise<JsonObject> {
  const projects = entriesOf(await reader.read('projects.list'));
  const project = projects.find(({ id }) => id === projectId);
  const ids = projects.map(({ id }) => String(id));
  if (!project) throw new UsageError(unknownProject(projectId, ids));
  return project;
}

function isSince(item: JsonObject | undefined, since: string | undefined): boolean {
  const updatedAt = item?.['updatedAt'];
  return since === undefined || typeof updatedAt !== 'string' || Date.parse(updatedAt) >= Date.parse(since);
}

/** Sums up the results by issue number. An issue without one was not reached. */
function summaryOf(numbers: readonly number[], results: ReadonlyMap<number, PulledIssue>, earlier: CopiedIssues) {
  const unread: Record<string, number[]> = {};
  for (const number of numbers)
    for (const part of results.get(number)?.unread ?? ['issues']) unread[part] = [...(unread[part] ?? []), number];
  const all = [...results.values()];
  return {
    cut: all.reduce((sum, { cut }) => sum + cut, 0),
    differing: all.filter(({ differs }) => differs).length,
    dropped: [...earlier.keys()].filter((number) => results.has(number) && !results.get(number)?.issue),
    unread,
  };
}

function worldOf(project: JsonObject, issues: CopiedIssue[]): CopiedWorld {
  const { organizationId, organizationSlug, organizationName, id, ...rest } = project;
  const organization = { id: String(organizationId), slug: String(organizationSlug), name: organizationName };
  const projects = [{ id: String(id), ...rest, shows: Object.keys(project), issues }];
  return {
    form: 'pulled',
    formatVersion,
    organizations: [{ ...organization, projects, apiKeys: [{ key: copiedKey }] }],
  };
}
