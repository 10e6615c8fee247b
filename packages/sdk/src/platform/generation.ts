import type { FetchLike } from './fetch-like.ts';
import type { Abortable } from './on-abort.ts';

/**
 * State that clients keep of a mock in the same process or page. A reset of the mock ends it, and with it every call that
 * began in it. A real service has none.
 */
export type Generation = Abortable;

interface Holder {
  readonly current: Generation;
}

/** The contract with mocks: a mark on their `fetch`, and a holder for each base URL at which one responds. */
const markKey: unique symbol = Symbol.for('@issue-tracking/generation');
const publishedKey: unique symbol = Symbol.for('@issue-tracking/generations');

type Marked = FetchLike & { readonly [markKey]?: Holder };
const global: typeof globalThis & { readonly [publishedKey]?: ReadonlyMap<string, Holder> } = globalThis;

/** Returns the present generation of the mock behind a base URL. Call it for each call: mocks come, go and are reset. */
export function generationOf(baseUrl: string, fetch: FetchLike | undefined): Generation | undefined {
  const published = global[publishedKey];
  const holder = (fetch as Marked | undefined)?.[markKey] ?? published?.get(baseUrl) ?? published?.get('*');
  return holder?.current;
}
