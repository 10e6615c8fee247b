import {
  type IssueContext,
  type IssueListItem,
  type IssueTrackingClient,
  type IssueTrackingError,
  isIssueTrackingError,
  type Project,
  type UpdatedIssue,
} from '@issue-tracking/sdk';

/** Clients of one organization, with different keys. */
export interface TriageClients {
  /** May do everything. */
  readonly full: IssueTrackingClient;
  /** May read only. */
  readonly readOnly: IssueTrackingClient;
}

/** The result of a step. */
export type Step =
  | { kind: 'projects'; projects: Project[] }
  | { kind: 'openIssues'; project: Project; issues: IssueListItem[] }
  | { kind: 'context'; context: IssueContext }
  | { kind: 'changed'; from: string; issue: UpdatedIssue }
  | { kind: 'commented'; content: string }
  | { kind: 'rejected'; attempt: string; error: IssueTrackingError };

const urgency = ['low', 'medium', 'high', 'critical'];

/**
 * A round of triage: look at what is open in the organization's first project, take the most urgent issue, work on it,
 * and try what a key may not do.
 */
export async function* triageRound({ full, readOnly }: TriageClients, foreignProjectId: string): AsyncGenerator<Step> {
  const { data: projects } = await full.projects.list();
  yield { kind: 'projects', projects };
  const project = projects[0];
  if (!project) return;

  const issues: IssueListItem[] = [];
  for await (const issue of full.issues.list(project.id, { status: 'open' })) issues.push(issue);
  issues.sort((a, b) => urgency.indexOf(b.priority) - urgency.indexOf(a.priority));
  yield { kind: 'openIssues', project, issues };
  const number = issues[0]?.issueNumber;
  if (number === undefined) return;

  yield { kind: 'context', context: await full.issues.context(project.id, number) };

  yield {
    kind: 'changed',
    from: 'open',
    issue: await full.issues.update(project.id, number, { status: 'in_progress' }),
  };
  const content = 'Reproduced with the steps above. A fix is on its way.';
  await full.issues.comments.create(project.id, number, { content });
  yield { kind: 'commented', content };
  const fixed = await full.issues.update(project.id, number, { status: 'fix_submitted' });
  yield { kind: 'changed', from: 'in_progress', issue: fixed };

  yield await rejected('Set `verified`', () =>
    // @ts-expect-error Only people verify, so it does not even compile (STA-5).
    full.issues.update(project.id, number, { status: 'verified' }),
  );
  yield await rejected('The same, around the client', () =>
    full.request('PATCH', `/api/v1/projects/${project.id}/issues/${number}`, { body: { status: 'verified' } }),
  );
  yield await rejected('A project of another organization', () => full.issues.list(foreignProjectId));
  yield await rejected('Comment with a key that may only read', () =>
    readOnly.issues.comments.create(project.id, number, { content: 'Me too' }),
  );
}

/** Something the service or the client should reject, and how it does. */
async function rejected(attempt: string, call: () => PromiseLike<unknown>): Promise<Step> {
  try {
    await call();
  } catch (error) {
    if (isIssueTrackingError(error)) return { kind: 'rejected', attempt, error };
    throw error;
  }
  throw new Error(`${attempt}: it should have been rejected.`);
}
