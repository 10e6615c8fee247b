import type { FetchLike } from '../platform/fetch-like.ts';
import type { Generation } from '../platform/process-global.ts';
import type { ClientContext } from './client-context.ts';
import type { CloseOptions } from './lifetime.ts';

/** The contexts of a client's calls: one for a real service, and one for each generation of a mock at the base URL. */
export class Contexts {
  readonly #baseUrl: string;
  readonly #fetch: FetchLike | undefined;
  readonly #create: (generation: Generation | undefined) => ClientContext;
  readonly #all = new Map<Generation | undefined, ClientContext>();
  #current: ClientContext;
  #isClosed = false;

  constructor(
    baseUrl: string,
    fetch: FetchLike | undefined,
    create: (generation: Generation | undefined) => ClientContext,
  ) {
    this.#baseUrl = baseUrl;
    this.#fetch = fetch;
    this.#create = create;
    this.#current = this.#find();
  }

  /** The context for a new call. The call keeps it. */
  get current(): ClientContext {
    if (!this.#isClosed) this.#current = this.#find();
    return this.#current;
  }

  /** Closes the client. Resolves when the last call has ended. */
  async close(options: CloseOptions): Promise<void> {
    this.#isClosed = true;
    await Promise.all(Array.from(this.#all.values(), ({ lifetime }) => lifetime.close(options)));
  }

  #find(): ClientContext {
    const generation = generationOf(this.#baseUrl, this.#fetch);
    const known = this.#all.get(generation);
    if (known) return known;
    for (const old of this.#all.keys()) if (old?.aborted) this.#all.delete(old);
    const created = this.#create(generation);
    this.#all.set(generation, created);
    return created;
  }
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
