import type { formatVersion } from '@issue-tracking/mock/internal';

/** A world file of copied data, which the mock serves unchanged. */
export interface CopiedWorld {
  readonly form: 'pulled';
  readonly formatVersion: typeof formatVersion;
  readonly organizations: readonly CopiedOrganization[];
}

interface CopiedOrganization {
  readonly id: string;
  readonly slug: string;
  readonly name: unknown;
  readonly projects: readonly CopiedProject[];
  readonly apiKeys: readonly { readonly key: string }[];
}

interface CopiedProject {
  readonly id: string;
  /** The members of the project, in the service's order. */
  readonly shows: readonly string[];
  readonly issues: readonly CopiedIssue[];
  readonly [member: string]: unknown;
}

/** An issue with its comments and captured data; a list that could not be read is absent. */
export interface CopiedIssue {
  readonly issueNumber: number;
  /** The members in the list and in the single issue, in the service's order. A user's own issue may have none. */
  readonly shows?: { readonly list: readonly string[]; readonly detail: readonly string[] };
  readonly [member: string]: unknown;
}

/** The API key of the copy, because the service's key must not be in a file. */
export const copiedKey = 'svc_mock';
