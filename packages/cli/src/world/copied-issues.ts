import { readFileSync } from 'node:fs';
import { formatVersion } from '@issue-tracking/mock/internal';
import { UsageError } from '../context.ts';
import { isJsonObject, type JsonObject, objectsIn } from '../platform/json.ts';
import type { CopiedIssue } from './world-file.ts';

/** Issues of a copy by their numbers. */
export type CopiedIssues = ReadonlyMap<number, CopiedIssue>;

/** Returns the issues that an earlier run copied to a file. @throws UsageError for a file with anything else. */
export function readCopiedIssues(file: string, projectId: string): CopiedIssues {
  const text = readIfExists(file);
  if (text === undefined) return new Map();
  const project = projectOf(parse(text), projectId);
  if (!project)
    throw new UsageError(`${file} must be a copy of project ${projectId} alone: move it away, or name another`);
  const issues = objectsIn(project['issues']).filter(({ shows }) => isJsonObject(shows)) as unknown as CopiedIssue[];
  return new Map(issues.map((issue) => [issue.issueNumber, issue]));
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
function projectOf(world: unknown, projectId: string): JsonObject | undefined {
  if (!isJsonObject(world) || world['form'] !== 'pulled' || world['formatVersion'] !== formatVersion) return undefined;
  const projects = objectsIn(world['organizations']).flatMap((organization) => objectsIn(organization['projects']));
  return projects.length === 1 && projects[0]?.['id'] === projectId ? projects[0] : undefined;
}
