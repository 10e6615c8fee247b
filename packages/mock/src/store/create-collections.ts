import { recordSchemas } from './check-record.ts';
import type { Collections } from './collections.ts';
import { RecordDisplay } from './record-display.ts';
import type { Kind, RecordsByKind } from './records-by-kind.ts';
import { kinds } from './shelves.ts';
import type { Store } from './store.ts';

type Displays = { readonly [K in Kind]: RecordDisplay<K> };

/** Shows a store in collections, from now on. */
export function createCollections(store: Store): Collections {
  const displays: Displays = {
    organizations: new RecordDisplay(store, 'organizations', recordSchemas.organizations),
    projects: new RecordDisplay(store, 'projects', recordSchemas.projects),
    issues: new RecordDisplay(store, 'issues', recordSchemas.issues),
    comments: new RecordDisplay(store, 'comments', recordSchemas.comments),
    apiKeys: new RecordDisplay(store, 'apiKeys', recordSchemas.apiKeys),
    users: new RecordDisplay(store, 'users', recordSchemas.users),
    accessTokens: new RecordDisplay(store, 'accessTokens', recordSchemas.accessTokens),
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
    organizations: organizations.collection,
    projects: projects.collection,
    issues: issues.collection,
    comments: comments.collection,
    apiKeys: apiKeys.collection,
    users: users.collection,
    accessTokens: accessTokens.collection,
  };
}
