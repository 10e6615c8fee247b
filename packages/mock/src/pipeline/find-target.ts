import { errorTexts } from '@issue-tracking/model';
import { HttpError } from '../http/http-error.ts';
import type { Caller, Service } from '../service.ts';
import type { IssueEntry } from '../store/issue-entry.ts';
import type { ProjectEntry } from '../store/project-entry.ts';

/** What a request's path leads to. */
export interface Target {
  readonly project: ProjectEntry | undefined;
  readonly issue: IssueEntry | undefined;
}

const nothing: Target = { project: undefined, issue: undefined };

/** Finds the project and issue in the path; those of another organization are as absent as any (AUTH-6). */
export function findTarget(
  { store, texts }: Service,
  caller: Caller,
  template: string,
  params: Readonly<Record<string, string>>,
): Target {
  if (!template.includes('{projectId}')) return nothing;
  const project = store.directory.projects.get(params['projectId'] ?? '');
  if (!project || !caller.organizations().some(({ record }) => record === project.organization)) {
    throw new HttpError(404, errorTexts.projectNotFound);
  }
  if (!template.includes('{issueNumber}')) return { project, issue: undefined };
  const issue = project.issue(Number(params['issueNumber']));
  if (!issue) throw new HttpError(404, texts.issueNotFound);
  return { project, issue };
}
