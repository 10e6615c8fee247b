import { readFileSync } from 'node:fs';
import { formatVersion } from '@issue-tracking/mock/internal';
import { UsageError } from '../context.ts';
import { isJsonObject, type JsonObject, objectsIn } from '../platform/json.ts';
import type { CopiedIssue, CopiedWorld } from './world-file.ts';

/** Issues of a copy by their numbers. */
export type CopiedIssues = ReadonlyMap<number, CopiedIssue>;

/** The copy of one project that a file has. */
export interface EarlierCopy {
  readonly projectId: unknown;
  readonly issues: CopiedIssues;
}

/** Reads the copy of an earlier run. Returns `undefined` for no file, or one with anything else. @throws UsageError */
export function readCopy(file: string): EarlierCopy | undefined {
  const project = projectOf(parse(readIfExists(file) ?? ''));
  if (!project) return undefined;
  const isNumbered = ({ issueNumber }: JsonObject) => Number.isSafeInteger(issueNumber);
  const issues = objectsIn(project['issues']).filter(isNumbered) as unknown as CopiedIssue[];
  return { projectId: project['id'], issues: new Map(issues.map((issue) => [issue.issueNumber, issue])) };
}

/** Adds issues of an earlier copy of the same project to a world, in the order of their numbers. */
export function withEarlier(
  world: CopiedWorld,
  earlier: EarlierCopy | undefined,
  isKept: (issueNumber: number) => boolean,
): CopiedWorld {
  const organizations = world.organizations.map((organization) => ({
    ...organization,
    projects: organization.projects.map((project) => {
      const kept = project.id === earlier?.projectId ? [...earlier.issues.values()] : [];
      const issues = [...project.issues, ...kept.filter(({ issueNumber }) => isKept(issueNumber))];
      return { ...project, issues: issues.sort((a, b) => a.issueNumber - b.issueNumber) };
    }),
  }));
  return { ...world, organizations };
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new UsageError(`${file} can't be read (${code})`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the project of a copy; `undefined` if there are others beside it, which a new copy would drop. */
function projectOf(world: unknown): JsonObject | undefined {
  if (!isJsonObject(world) || world['form'] !== 'pulled' || world['formatVersion'] !== formatVersion) return undefined;
  const projects = objectsIn(world['organizations']).flatMap((organization) => objectsIn(organization['projects']));
  return projects.length === 1 ? projects[0] : undefined;
}
