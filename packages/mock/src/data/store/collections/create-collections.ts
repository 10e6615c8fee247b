import { kinds } from '../record-kinds.ts';
import type { Kind } from '../records.ts';
import type { Store } from '../store.ts';
import type { Collections } from './collections.ts';
import { StoreCollection } from './store-collection.ts';

type CollectionsByKind = { readonly [K in Kind]: StoreCollection<K> };

/** Shows a store in collections, from now on. */
export function createCollections(store: Store): Collections {
  const collections: CollectionsByKind = {
    organizations: new StoreCollection(store, 'organizations'),
    projects: new StoreCollection(store, 'projects'),
    issues: new StoreCollection(store, 'issues'),
    comments: new StoreCollection(store, 'comments'),
    apiKeys: new StoreCollection(store, 'apiKeys'),
    users: new StoreCollection(store, 'users'),
    accessTokens: new StoreCollection(store, 'accessTokens'),
  };
  store.observer = {
    added: (kind, record) => collections[kind].shown.added(record),
    removed: (kind, record) => collections[kind].shown.removed(record),
    restored(before) {
      for (const kind of kinds) collections[kind].shown.restored(before);
    },
  };
  return collections;
}
