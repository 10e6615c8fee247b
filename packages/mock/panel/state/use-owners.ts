import type { Credential } from '../transport/answers.ts';
import { type Organization, readOrganization, readUser, type User } from './read-record.ts';
import { useRecords } from './use-live.ts';

/** The organizations and people that credentials can belong to. */
export interface Owners {
  readonly organizations: readonly Organization[];
  readonly users: readonly User[];
  /** The name of a credential's organization or person. */
  nameOf(credential: Credential): string;
}

export function useOwners(): Owners {
  const { data: organizations = [] } = useRecords('records/organizations', readOrganization);
  const { data: users = [] } = useRecords('records/users', readUser);
  const all = [...organizations, ...users];
  return {
    organizations,
    users,
    nameOf: ({ organization, user }) => all.find(({ id }) => id === (organization ?? user))?.name ?? '–',
  };
}
