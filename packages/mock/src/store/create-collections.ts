import type { Collections } from './collections.ts';
import { RecordDisplay } from './record-display.ts';
import {
  accessTokenRecord,
  apiKeyRecord,
  commentRecord,
  issueRecord,
  organizationRecord,
  projectRecord,
  userRecord,
} from './records.ts';
import type { Kind, RecordsByKind } from './records-by-kind.ts';
import { kinds } from './shelves.ts';
import type { Store } from './store.ts';

type Displays = { readonly [K in Kind]: RecordDisplay<K> };

/** Shows a store in collections, from now on. */
export function createCollections(store: Store): { world: Collections; settled(): Promise<void> } {
  const displays: Displays = {
    organizations: new RecordDisplay(store, 'organizations', organizationRecord),
    projects: new RecordDisplay(store, 'projects', projectRecord),
    issues: new RecordDisplay(store, 'issues', issueRecord),
    comments: new RecordDisplay(store, 'comments', commentRecord),
    apiKeys: new RecordDisplay(store, 'apiKeys', apiKeyRecord),
    users: new RecordDisplay(store, 'users', userRecord),
    accessTokens: new RecordDisplay(store, 'accessTokens', accessTokenRecord),
  };
  const pending = new Set<Promise<void>>();

  function added<K extends Kind>(kind: K, record: RecordsByKind[K]): void {
    const shown = displays[kind].added(record).finally(() => pending.delete(shown));
    pending.add(shown);
  }

  async function settled(): Promise<void> {
    while (pending.size > 0) await Promise.all(pending);
  }

  for (const kind of kinds) {
    for (const record of store.all(kind)) added(kind, record);
  }
  store.observer = { added, removed: (kind, record) => displays[kind].removed(record), settled };
  const { organizations, projects, issues, comments, apiKeys, users, accessTokens } = displays;
  return {
    world: {
      organizations: organizations.collection,
      projects: projects.collection,
      issues: issues.collection,
      comments: comments.collection,
      apiKeys: apiKeys.collection,
      users: users.collection,
      accessTokens: accessTokens.collection,
    },
    settled,
  };
}
