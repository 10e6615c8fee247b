import { errorTexts } from '@issue-tracking/model';
import { HttpError } from '../../platform/http/http-error.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Finds the project and issue that the path names; those of another organization are as absent as any (AUTH-6).
 *
 * @throws HttpError 404
 */
export function findTarget(context: RequestContext): void {
  const { service, settings, route, caller, params } = context;
  const { projectId, issueNumber } = params;
  const project = service.store.directory.projects.get(projectId ?? '');
  // enforces AUTH-6, ERR-3
  if (!project || !caller.organizations().some(({ id }) => id === project.organizationId)) {
    const text = project
      ? `Project ${projectId} exists, but in an organization that the credential has no part in, or that is inactive.`
      : `There is no project ${projectId ?? 'with a malformed id'}.`;
    const error = new HttpError(404, errorTexts.projectNotFound);
    throw error.because({ text, reading: projectId === undefined ? 'malformedPath' : undefined });
  }
  context.project = project;
  if (!('issueNumber' in route.params)) return;
  context.issue = service.store.directory.issue(project.id, Number(issueNumber));
  if (!context.issue) {
    const error = new HttpError(404, settings.texts.issueNotFound);
    throw issueNumber === undefined
      ? error.because({ text: 'The issue number is malformed, and so names nothing.', reading: 'malformedPath' })
      : error.because({ text: `Project ${projectId} has no issue ${issueNumber}.` });
  }
}
