import type { IssueDefaults } from './fill.ts';

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
