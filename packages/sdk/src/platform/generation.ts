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
  /** Whether clients with a `fetch` of their own stay apart, because it may lead elsewhere. */
  readonly isForPlatform?: boolean;
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
  const holder = markOf(fetch) ?? publishedAt(baseUrl, fetch) ?? publishedAt('*', fetch);
  return holder?.current;
}

function publishedAt(baseUrl: string, fetch: Marked): Holder | undefined {
  const holder = global[publishedKey]?.get(baseUrl);
  return holder?.isForPlatform && fetch !== globalThis.fetch ? undefined : holder;
}

/** A spy of Vitest or Jest has no mark, but its implementation may have one. */
function markOf(fetch: Marked | undefined): Holder | undefined {
  return fetch?.[markKey] ?? fetch?.getMockImplementation?.()?.[markKey];
}
