/** The id of the organization in {@link worldWith}. */
export const uuid = '00000000-0000-4000-8000-000000000001';

/** A world of one organization and one project with these issues. */
export function worldWith(...issues: unknown[]): unknown {
  return {
    organizations: [
      { id: uuid, slug: 'acme', name: 'Acme', projects: [{ id: 'prj_web', slug: 'web', name: 'Web', issues }] },
    ],
  };
}
