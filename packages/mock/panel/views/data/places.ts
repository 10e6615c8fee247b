/** The place of a project, of an issue in it, or of one of the issue's parts. */
export function placeOf(projectId: string, issueNumber?: number | string, part?: string): string {
  return ['data', encodeURIComponent(projectId), issueNumber, part].filter((each) => each !== undefined).join('/');
}

/** The place of an organization. No project has an empty id. */
export function organizationPlace(id: string): string {
  return `data//${encodeURIComponent(id)}`;
}
