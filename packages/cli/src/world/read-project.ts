import { endpoints, fillPath, limits } from '@issue-tracking/model';
import { unknownProject } from '../compare/read-service-data.ts';
import { UsageError } from '../context.ts';
import { entriesOf, envelopeMember, type JsonObject } from '../platform/json.ts';
import { readJson } from '../service/read-json.ts';
import type { ServiceClient } from '../service/service-client.ts';

/** Reads a project, as the project list shows it. @throws UsageError for an unknown project, EndedEarly */
export async function readProject(service: ServiceClient, projectId: string): Promise<JsonObject> {
  const projects = entriesOf(await readJson(service, endpoints['projects.list'].path));
  const project = projects.find(({ id }) => id === projectId);
  const ids = projects.map(({ id }) => String(id));
  if (!project) throw new UsageError(unknownProject(projectId, ids));
  return project;
}

/** Reads all pages of the issue list. Returns its items, the lowest issue number first. @throws EndedEarly */
export async function readIssueList(service: ServiceClient, projectId: string): Promise<JsonObject[]> {
  const path = fillPath(endpoints['issues.list'].path, { projectId });
  // By number, because an issue that moves between pages occurs twice.
  const items = new Map<number, JsonObject>();
  for (let page = 1, last = 1; page <= last; page++) {
    const success = await readJson(service, `${path}?limit=${limits.maxPageSize}&page=${page}`);
    const before = items.size;
    for (const item of entriesOf(success))
      if (Number.isSafeInteger(item['issueNumber'])) items.set(numberOf(item), item);
    // A page without new issues is the last, even if `totalPages` is larger.
    if (items.size === before) break;
    last = Math.max(1, Number(envelopeMember(success, 'totalPages')) || 1);
  }
  return [...items.values()].sort((a, b) => numberOf(a) - numberOf(b));
}

export function numberOf({ issueNumber }: JsonObject): number {
  return Number(issueNumber);
}
