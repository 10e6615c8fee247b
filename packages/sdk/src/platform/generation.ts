import type { Abortable } from './abort.ts';
import type { FetchLike } from './fetch-like.ts';

/**
 * Owner of the state that clients keep for a mock in the same process or page. A reset of the mock ends the
 * generation and every call that began in it. A real service has no generation.
 */
export interface Generation extends Abortable {
  /** Returns how a test avoids long waits for a reason on its client's clock, if the mock knows. */
  adviceOnWait?(reason: string, clock: object): string | undefined;
}

interface Holder {
  readonly current: Generation;
}

/** The contract with mocks: a mark on their `fetch`, and a holder for each base URL at which a mock responds. */
const markKey: unique symbol = Symbol.for('@issue-tracking/generation');
const publishedKey: unique symbol = Symbol.for('@issue-tracking/generations');

type Marked = FetchLike & { readonly [markKey]?: Holder; getMockImplementation?(): Marked | undefined };
const global: typeof globalThis & { readonly [publishedKey]?: ReadonlyMap<string, Holder> } = globalThis;

/**
 * Returns the present generation of the mock behind a `fetch`, or at a base URL. Look it up for each call: mocks start, stop
 * and are reset, and tests replace the platform's `fetch`.
 */
export function generationOf(baseUrl: string, fetch: Marked = globalThis.fetch): Generation | undefined {
  const published = global[publishedKey];
  const holder = markOf(fetch) ?? published?.get(baseUrl) ?? published?.get('*');
  return holder?.current;
}

/** A spy of Vitest or Jest has no mark, but its implementation may have one. */
function markOf(fetch: Marked | undefined): Holder | undefined {
  return fetch?.[markKey] ?? fetch?.getMockImplementation?.()?.[markKey];
}
