import type { CheckedIssue } from './checked-world.ts';
import { fillIssue, type IssueDefaults } from './fill.ts';
import type { IssueInput } from './world.ts';
import { parseData } from './world-error.ts';
import { issueInput } from './world-schema.ts';

/** The id of the organization in {@link worldWith}. */
export const uuid = '00000000-0000-4000-8000-000000000001';

/** Returns a world of one organization and one project with these issues. */
export function worldWith(...issues: unknown[]): unknown {
  return {
    organizations: [
      { id: uuid, slug: 'acme', name: 'Acme', projects: [{ id: 'prj_web', slug: 'web', name: 'Web', issues }] },
    ],
  };
}

/** Defaults of the first issue of `prj_web`. */
export const place: IssueDefaults = {
  projectId: 'prj_web',
  issueNumber: 1,
  createdAt: '2026-06-01T00:00:00.000Z',
  now: Date.parse('2026-06-01T12:00:00.000Z'),
};

/** Checks one issue and adds all defaults. */
export function parseIssue(input: IssueInput, defaults: IssueDefaults): CheckedIssue {
  return fillIssue(parseData(issueInput, input, 'issue'), defaults);
}
