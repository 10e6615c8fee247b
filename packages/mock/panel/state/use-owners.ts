import type { Credential, Organization, User } from '../transport/answers.ts';
import { useRecords } from './use-live.ts';

/** Who credentials can belong to. */
export interface Owners {
  readonly organizations: readonly Organization[];
  readonly users: readonly User[];
  /** The name of a credential's organization or person. */
  nameOf(credential: Credential): string;
}

export function useOwners(): Owners {
  const { data: organizations = [] } = useRecords<Organization>('records/organizations');
  const { data: users = [] } = useRecords<User>('records/users');
  const all = [...organizations, ...users];
  return {
    organizations,
    users,
    nameOf: ({ organization, user }) => all.find(({ id }) => id === (organization ?? user))?.name ?? '–',
  };
}
