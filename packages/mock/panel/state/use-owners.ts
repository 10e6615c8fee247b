import type { Credential } from '../transport/responses.ts';
import { type Organization, readOrganization, readUser, type User } from './read-record.ts';
import { useRecords } from './use-live.ts';

/** The organizations and users that credentials can belong to. */
export interface Owners {
  readonly organizations: readonly Organization[];
  readonly users: readonly User[];
  /** Returns the name of a credential's organization or user. */
  nameOf(credential: Credential): string;
}

export function useOwners(): Owners {
  const { data: organizations = [] } = useRecords('organizations', readOrganization);
  const { data: users = [] } = useRecords('users', readUser);
  const all = [...organizations, ...users];
  return {
    organizations,
    users,
    nameOf: ({ organization, user }) => all.find(({ id }) => id === (organization ?? user))?.name ?? '–',
  };
}
