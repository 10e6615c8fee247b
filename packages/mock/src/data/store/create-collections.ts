import { CollectionSync } from './collection-sync.ts';
import type { Collections } from './collections.ts';
import { kinds } from './record-kinds.ts';
import type { Kind } from './records.ts';
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
  store.observer = {
    added: (kind, record) => syncs[kind].added(record),
    removed(records) {
      for (const kind of kinds) {
        const gone = records.filter((one) => one.kind === kind).map(({ record }) => record);
        if (gone.length > 0) syncs[kind].removed(new Set<object>(gone));
      }
    },
    restored(touched) {
      for (const kind of touched) syncs[kind].show();
    },
  };
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
