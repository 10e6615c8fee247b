import type { FetchLike } from '../platform/fetch-like.ts';
import { type Generation, generationOf } from '../platform/generation.ts';
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
