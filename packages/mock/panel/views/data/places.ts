import { decoded } from '../../state/decoded.ts';

/** The place of a project, of an issue in it, or of one of the issue's parts. */
export function placeOf(projectId: string, issueNumber?: number | string, part?: string): string {
  return ['data', encodeURIComponent(projectId), issueNumber, part].filter((each) => each !== undefined).join('/');
}

/** The place of an organization. No project has an empty id. */
export function organizationPlace(id: string): string {
  return `data//${encodeURIComponent(id)}`;
}

/** The project and issue in the path of a request that the API has. */
export function targetOf(path: string): { projectId?: string; issueNumber?: number } {
  const [, projectId, issueNumber] = /\/projects\/([^/]+)(?:\/issues\/(\d+))?/.exec(path) ?? [];
  return {
    ...(projectId !== undefined && { projectId: decoded(projectId) }),
    ...(issueNumber !== undefined && { issueNumber: Number(issueNumber) }),
  };
}
