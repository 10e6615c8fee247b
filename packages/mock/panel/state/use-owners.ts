import type { Credential, Organization, Page, User } from '../transport/answers.ts';
import { useLive } from './use-live.ts';

/** Who credentials can belong to. */
export interface Owners {
  readonly organizations: readonly Organization[];
  readonly users: readonly User[];
  /** The name of a credential's organization or person. */
  nameOf(credential: Credential): string;
}

export function useOwners(): Owners {
  const { data: organizations } = useLive<Page<Organization>>('records/organizations?limit=1000', 'records');
  const { data: users } = useLive<Page<User>>('records/users?limit=1000', 'records');
  const all = [...(organizations?.data ?? []), ...(users?.data ?? [])];
  return {
    organizations: organizations?.data ?? [],
    users: users?.data ?? [],
    nameOf: ({ organization, user }) => all.find(({ id }) => id === (organization ?? user))?.name ?? '–',
  };
}
