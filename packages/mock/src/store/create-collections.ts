import { CollectionSync } from './collection-sync.ts';
import type { Collections } from './collections.ts';
import { kinds } from './record-kinds.ts';
import type { Kind, RecordsByKind } from './records.ts';
import { recordSchemas } from './records.ts';
import type { Store } from './store.ts';

type Syncs = { readonly [K in Kind]: CollectionSync<K> };

/** Shows a store in collections, from now on. */
export function createCollections(store: Store): Collections {
  const syncs: Syncs = {
    organizations: new CollectionSync(store, 'organizations', recordSchemas.organizations),
    projects: new CollectionSync(store, 'projects', recordSchemas.projects),
    issues: new CollectionSync(store, 'issues', recordSchemas.issues),
    comments: new CollectionSync(store, 'comments', recordSchemas.comments),
    apiKeys: new CollectionSync(store, 'apiKeys', recordSchemas.apiKeys),
    users: new CollectionSync(store, 'users', recordSchemas.users),
    accessTokens: new CollectionSync(store, 'accessTokens', recordSchemas.accessTokens),
  };
  const pending = new Set<Promise<void>>();

  function added<K extends Kind>(kind: K, record: RecordsByKind[K]): void {
    const shown = syncs[kind].added(record).finally(() => pending.delete(shown));
    pending.add(shown);
  }

  async function settled(): Promise<void> {
    while (pending.size > 0) await Promise.all(pending);
  }

  for (const kind of kinds) {
    for (const record of store.all(kind)) added(kind, record);
  }
  store.observer = { added, removed: (kind, record) => syncs[kind].removed(record), settled };
  const { organizations, projects, issues, comments, apiKeys, users, accessTokens } = syncs;
  return {
    organizations: organizations.collection,
    projects: projects.collection,
    issues: issues.collection,
    comments: comments.collection,
    apiKeys: apiKeys.collection,
    users: users.collection,
    accessTokens: accessTokens.collection,
  };
}
