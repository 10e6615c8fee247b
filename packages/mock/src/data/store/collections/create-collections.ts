import type { Store } from '../store.ts';
import type { Collections } from './collections.ts';
import { StoreCollection } from './store-collection.ts';

/** Returns the collections of a store. They hold no records: each read sees the present ones. */
export function createCollections(store: Store): Collections {
  return {
    organizations: new StoreCollection(store, 'organizations'),
    projects: new StoreCollection(store, 'projects'),
    issues: new StoreCollection(store, 'issues'),
    comments: new StoreCollection(store, 'comments'),
    apiKeys: new StoreCollection(store, 'apiKeys'),
    users: new StoreCollection(store, 'users'),
    accessTokens: new StoreCollection(store, 'accessTokens'),
  };
}
