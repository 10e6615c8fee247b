import type { ListWithOptionalTotal, Project, ProjectListFilters } from '@issue-tracking/model';
import { type ApiPromise, callEndpoint } from '../call/call-endpoint.ts';
import type { RequestOptions } from '../call/call-settings.ts';
import type { ClientContext } from '../call/client-context.ts';
import type { Contexts } from '../call/contexts.ts';

/** The projects that the credential may see. */
export class Projects {
  readonly #contexts: Contexts;

  private constructor(contexts: Contexts) {
    this.#contexts = contexts;
  }

  /** @internal The class is exported, but only a client can make one. */
  static of(contexts: Contexts): Projects {
    // `this`, because the build renames a class that names itself, and inspected objects would show it.
    return new this(contexts);
  }

  /** The context for a new call. It changes when a mock at the base URL is reset. */
  get #client(): ClientContext {
    return this.#contexts.current;
  }

  /**
   * Lists all projects. With an API key, these are the projects of the key's organization; with an OAuth token, those of
   * every active organization of the token's user. `total` may be absent.
   *
   * The credential needs the scope `projects:read`.
   *
   * @param filters `organizationSlug` or `organizationId`. Without them, all projects.
   * @param options Options of this call, instead of the client's.
   *
   * @example
   * const { data } = await client.projects.list({ organizationSlug: 'acme' });
   * for (const project of data) console.log(project.id, project.name);
   */
  list(filters?: ProjectListFilters, options?: RequestOptions): ApiPromise<ListWithOptionalTotal<Project>> {
    // enforces EP-1, EP-4
    return callEndpoint(this.#client, 'projects.list', { query: filters }, options);
  }
}
